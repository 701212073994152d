import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

const NORMAL = getPriority()
const LOWERED = Math.min(NORMAL + constants.priority.PRIORITY_BELOW_NORMAL, 19)

/** On Linux a priority belongs to a thread. */
function threadsOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}

const groupOf = (pid: number | 'self') =>
  readFileSync(`/proc/${pid}/autogroup`, 'utf8').split(' ')[0]

/**
 * Where Linux groups processes by session, priorities count only within a group, and groups have one of their own. A
 * jailed script and each process of PostgreSQL is a session.
 */
function setGroupPriority(pid: number, priority: number): void {
  try {
    if (groupOf(pid) !== groupOf('self')) writeFileSync(`/proc/${pid}/autogroup`, String(priority))
  } catch {
    // There are no groups, or the process has ended or belongs to another account.
  }
}

function setPriorityOf(pid: number, priority: number): void {
  setGroupPriority(pid, priority)
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, priority)
    } catch {
      // It has ended, or only a privileged user may raise a priority.
    }
  }
}

/** Lets this process and its servers have the processor first: work of unknown length must not delay requests. */
export const lowerPriority = (pid: number): void => setPriorityOf(pid, LOWERED)

/** Lowers only the calling thread, and less; elsewhere than on Linux priorities belong to processes. */
export function lowerThread(): void {
  if (process.platform === 'linux') setPriority(0, Math.min(NORMAL + 5, 19))
}

/** Undoes `lowerPriority` where the system allows it; otherwise the process stays as it is. */
export const restorePriority = (pid: number): void => setPriorityOf(pid, NORMAL)

/** What takes longer is not what requests wait for. */
const SHORT_MS = 50

/** Lowers the priority of a process once its job takes long, until the returned function is called. */
export function lowerWhileLong(pid: number): () => void {
  let isLowered = false
  const timer = setTimeout(() => {
    isLowered = true
    lowerPriority(pid)
  }, SHORT_MS)
  return () => {
    clearTimeout(timer)
    if (isLowered) restorePriority(pid)
  }
}
