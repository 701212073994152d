import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'

const run = promisify(execFile)
const here = join(import.meta.dirname, '..')
const root = join(here, '../..')

const ENTRIES = { index: 'src/index.ts', react: 'src/react/index.ts', next: 'src/next/index.ts' }
const FORMATS = [
  { format: 'es', extension: 'js' },
  { format: 'cjs', extension: 'cjs' },
] as const

/** JavaScript of every entry as ES modules and as CommonJS; parts that entries share are chunks. */
async function writeScripts(out: string): Promise<void> {
  const bundle = await rolldown({
    cwd: here,
    input: ENTRIES,
    external: ['react', '@tanstack/react-query'],
    transform: { target: 'es2022' },
  })
  for (const { format, extension } of FORMATS) {
    await bundle.write({
      dir: out,
      format,
      sourcemap: true,
      entryFileNames: `[name].${extension}`,
      chunkFileNames: `chunks/[name].${extension}`,
    })
  }
  await bundle.close()
}

/** Declarations name the sources they import; a package names the scripts. */
function pointAt(declaration: string, extension: string): string {
  return declaration.replaceAll(/(from '|import\(')(\.[^']+)\.ts'/g, `$1$2.${extension}'`)
}

/** Declarations, once for each module format. */
async function writeTypes(out: string): Promise<void> {
  const emitted = await mkdtemp(join(tmpdir(), 'plinth-client-types-'))
  try {
    const options = ['-p', join(here, 'tsconfig.build.json'), '--outDir', emitted]
    await run(join(root, 'node_modules/.bin/tsc'), options)
    const files = await readdir(emitted, { recursive: true })
    for (const file of files.filter((name) => name.endsWith('.d.ts'))) {
      const text = await readFile(join(emitted, file), 'utf8')
      await mkdir(dirname(join(out, 'types', file)), { recursive: true })
      for (const { extension } of FORMATS) {
        const name = join(out, 'types', file.replace(/\.ts$/, extension === 'js' ? '.ts' : '.cts'))
        await writeFile(name, pointAt(text, extension))
      }
    }
  } finally {
    await rm(emitted, { recursive: true, force: true })
  }
  // Beside the scripts, where tools that do not read `exports` look.
  for (const [name, source] of Object.entries(ENTRIES)) {
    const target = source.replace(/^src/, './types').replace(/\.ts$/, '')
    await writeFile(join(out, `${name}.d.ts`), `export * from '${target}.js'\n`)
    await writeFile(join(out, `${name}.d.cts`), `export * from '${target}.cjs'\n`)
  }
}

function conditionsOf(name: string) {
  return {
    import: { types: `./${name}.d.ts`, default: `./${name}.js` },
    require: { types: `./${name}.d.cts`, default: `./${name}.cjs` },
  }
}

/** The manifest to publish: the workspace's own points at the sources. */
async function writeManifest(out: string): Promise<void> {
  const own = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'))
  const { name, version, description, license, type, sideEffects } = own
  const { peerDependencies, peerDependenciesMeta } = own
  const names = Object.keys(ENTRIES)
  const exports = names.map((each) => [each === 'index' ? '.' : `./${each}`, conditionsOf(each)])
  const manifest = {
    ...{ name, version, description, license, type, sideEffects },
    main: './index.cjs',
    module: './index.js',
    types: './index.d.ts',
    exports: { ...Object.fromEntries(exports), './package.json': './package.json' },
    files: ['*.js', '*.cjs', '*.map', '*.d.ts', '*.d.cts', 'chunks', 'types', 'LICENSE*'],
    engines: { node: '>=20' },
    peerDependencies,
    peerDependenciesMeta,
  }
  await writeFile(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Writes the package that apps install into a folder. */
export async function buildPackage(out: string): Promise<void> {
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  await Promise.all([writeScripts(out), writeTypes(out), writeManifest(out)])
  await copyFile(join(here, 'README.md'), join(out, 'README.md'))
  await copyFile(join(root, 'LICENSE'), join(out, 'LICENSE'))
  // Its code is inside ours, and its licence asks for this notice.
  const parser = join(root, 'node_modules/eventsource-parser/LICENSE')
  await copyFile(parser, join(out, 'LICENSE-eventsource-parser'))
}
