import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { programEnv } from '../../../app/testing/settings/program-env.ts'
import { testServer } from '../../../app/testing/test-server.ts'

const program = join(import.meta.dirname, '../../../app/plinth-server.ts')

/** Runs the command-line program. */
export async function plinth(...args: string[]): Promise<{ code: number | null; said: string }> {
  const { databaseUrl, dataDir } = testServer()
  const child = spawn(process.execPath, [program, ...args], {
    env: programEnv({ DATABASE_URL: databaseUrl, PLINTH_DATA_DIR: dataDir }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part))
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { code, said }
}
