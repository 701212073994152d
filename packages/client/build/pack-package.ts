import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildPackage } from './build-package.ts'

const run = promisify(execFile)

/** Builds the package and packs it into a folder, as a registry would have it; returns the path of the tarball. */
export async function packPackage(folder: string): Promise<string> {
  const built = join(folder, 'package')
  await buildPackage(built)
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: built,
  })
  await rm(built, { recursive: true })
  return join(folder, JSON.parse(stdout)[0].filename)
}
