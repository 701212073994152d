import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ADMIN } from '../../faults/stack/stack.ts'
import { product } from '../harness/product.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

/** An example in a folder outside the repository, with the packed client. */
export interface InstalledExample {
  folder: string
  /** Runs npm in the folder; `env` is added to the environment. */
  npm(args: string[], env?: NodeJS.ProcessEnv): Promise<void>
  remove(): Promise<void>
}

/** Follows the README of an example up to its project: installs it and runs `create-project`. */
export async function installExample(name: string): Promise<InstalledExample> {
  const home = await mkdtemp(join(tmpdir(), `plinth-${name}-`))
  const folder = join(home, name)
  await run('npm', ['run', 'example', '--', name, folder], { cwd: root })
  const npm = async (args: string[], env: NodeJS.ProcessEnv = {}) => {
    // Build tools print what is wrong to standard output.
    await run('npm', args, { cwd: folder, env: { ...process.env, ...env } }).catch(
      (error: Error & { stdout: string }) => {
        throw new Error(`${error.message}\n${error.stdout}`)
      },
    )
  }
  await npm(['run', 'create-project'], {
    PLINTH_URL: product().address,
    PLINTH_ADMIN_EMAIL: ADMIN.email,
    PLINTH_ADMIN_PASSWORD: ADMIN.password,
  })
  return { folder, npm, remove: () => rm(home, { recursive: true, force: true }) }
}
