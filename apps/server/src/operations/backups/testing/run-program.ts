import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { programEnv } from '../../../app/testing/settings/program-env.ts'

const program = join(import.meta.dirname, '../../../app/plinth-server.ts')

/** Runs the command-line program with settings of its own; `signal` is sent when it has printed a text. */
export async function runProgram(
  args: readonly string[],
  {
    settings,
    stop,
  }: { settings: Record<string, string>; stop?: { signal: NodeJS.Signals; after: string } },
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [program, ...args], {
    env: programEnv(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let isStopped = false
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      said += part
      if (!stop || isStopped || !said.includes(stop.after)) return
      isStopped = child.kill(stop.signal)
    })
  }
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { code, said }
}
