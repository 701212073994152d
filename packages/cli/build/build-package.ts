import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const here = join(import.meta.dirname, '..')
const root = join(here, '../..')

/** One script without dependencies; a program has no declarations to publish. */
async function writeScript(out: string): Promise<void> {
  const bundle = await rolldown({
    cwd: here,
    input: { plinth: 'src/main.ts' },
    platform: 'node',
    transform: { target: 'es2022' },
  })
  await bundle.write({ dir: out, format: 'es', sourcemap: true, entryFileNames: '[name].js' })
  await bundle.close()
  await chmod(join(out, 'plinth.js'), 0o755)
}

/** The manifest to publish: in the workspace `plinth` is the former name of the server's command. */
async function writeManifest(out: string): Promise<void> {
  const own = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'))
  const { name, version, description, license, type } = own
  const manifest = {
    ...{ name, version, description, license, type },
    bin: { plinth: './plinth.js' },
    exports: { './package.json': './package.json' },
    files: ['plinth.js', 'plinth.js.map', 'LICENSE'],
    engines: { node: '>=20' },
  }
  await writeFile(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Writes the package that people install into a folder. */
export async function buildPackage(out: string): Promise<void> {
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  await Promise.all([writeScript(out), writeManifest(out)])
  await copyFile(join(here, 'README.md'), join(out, 'README.md'))
  await copyFile(join(root, 'LICENSE'), join(out, 'LICENSE'))
}
