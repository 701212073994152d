import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { packPackage } from './pack-package.ts'

const run = promisify(execFile)
const EXAMPLES = join(import.meta.dirname, '../../../examples')
/** What using an example in its own folder leaves there. */
const LEFT_OUT = new Set(['node_modules', '.next', 'dist', '.env.local'])
/** The name that package.json of every example has for the client. */
const TARBALL = 'plinth-client.tgz'

/** Copies an example into a new folder, packs the client beside it, and installs both with npm. */
async function main(name: string, folder: string): Promise<void> {
  await mkdir(resolve(folder, '..'), { recursive: true })
  // Fails if the folder exists, so that nothing is overwritten.
  await mkdir(folder)
  await cp(join(EXAMPLES, name), folder, {
    recursive: true,
    filter: (source) => !LEFT_OUT.has(basename(source)),
  })
  const home = await mkdtemp(join(tmpdir(), 'plinth-pack-'))
  try {
    await cp(await packPackage(home), join(folder, TARBALL))
  } finally {
    await rm(home, { recursive: true, force: true })
  }
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
  await run('npm', ['ci', ...flags], { cwd: folder })
  process.stdout.write(`Installed ${name} with the packed client in ${folder}\n`)
}

const [name, folder] = process.argv.slice(2)
const names = await readdir(EXAMPLES)
if (name === undefined || folder === undefined || !names.includes(name)) {
  process.stderr.write(`npm run example -- NAME FOLDER; NAME is ${names.join(' or ')}\n`)
  process.exitCode = 2
} else {
  await main(name, resolve(folder))
}
