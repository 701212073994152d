import { basename } from 'node:path'
import type { EmbeddedLog } from './embedded.ts'
import { findProcesses } from './find-processes.ts'
import { poll } from './poll.ts'
import { canFollowParent } from './spawn-server.ts'
import { StartError } from './start-error.ts'

/**
 * Resolves when no process of an earlier start runs in `folder` any more. After kill -9 of Node they usually end by
 * themselves; otherwise they are sent signals, but only if they run the same file that we would start.
 */
export async function endLeftovers(leftovers: {
  folder: string
  files: string[]
  log: EmbeddedLog
}): Promise<void> {
  const { folder, files, log } = leftovers
  const find = () =>
    findProcesses(
      folder,
      files.map((file) => basename(file)),
    )
  const hasEnded = async () => (await find()).length === 0
  const end = async (signal: NodeJS.Signals) => {
    for (const { pid, file, leads } of await find()) {
      if (!files.includes(file)) continue
      // PostgreSQL's checkpointer interprets SIGINT differently; only the postmaster stops the others in order.
      if (signal === 'SIGINT' && !leads) continue
      log.warn({ pid, signal, folder }, 'embedded: stopping a server left by an earlier start')
      signalQuietly(pid, signal)
    }
  }
  if (await poll(hasEnded, { limitMs: canFollowParent() ? 2_000 : 0 })) return
  await end('SIGINT')
  if (await poll(hasEnded, { limitMs: 15_000 })) return
  await end('SIGKILL')
  if (await poll(hasEnded, { limitMs: 5_000 })) return
  const pids = (await find()).map(({ pid }) => pid).join(', ')
  throw new StartError(`${folder} is still used by process ${pids}: end it, then start again.`)
}

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended between the check and the signal.
  }
}
