import { readdirSync } from 'node:fs'
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

function setPriorityOf(pid: number, priority: number): void {
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
