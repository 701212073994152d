import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { ServerCommand } from './server-plan.ts'

const setpriv = '/usr/bin/setpriv'

export interface ServerExit {
  code: number | null
  signal: string | null
}

export interface SpawnedServer {
  pid: number | undefined
  exited: Promise<ServerExit>
  kill(signal: NodeJS.Signals): void
}

/** Whether a server can be made to exit when its parent is killed. */
export function canFollowParent(): boolean {
  return process.platform === 'linux' && existsSync(setpriv)
}

/** Starts a server that writes to its log file and exits with this process, even after kill -9. */
export async function spawnServer(command: ServerCommand): Promise<SpawnedServer> {
  const log = await open(command.logFile, 'a', 0o600)
  try {
    const line = [command.file, ...command.args]
    const [file, ...args] = canFollowParent()
      ? [setpriv, '--pdeathsig', 'INT', '--', ...line]
      : line
    const child = spawn(file ?? command.file, args, {
      cwd: command.cwd,
      env: command.env,
      stdio: [command.input === undefined ? 'ignore' : 'pipe', log.fd, log.fd],
      // Ctrl-C in a terminal must reach Node only, which then stops the servers in order.
      detached: true,
      ...(command.user.switched ? { uid: command.user.uid, gid: command.user.gid } : {}),
    })
    const exited = new Promise<ServerExit>((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }))
      child.once('error', () => resolve({ code: 127, signal: null }))
    })
    // A program that exited without reading its input has logged the reason.
    child.stdin?.on('error', () => undefined).end(command.input)
    return { pid: child.pid, exited, kill: (signal) => void child.kill(signal) }
  } finally {
    await log.close()
  }
}
