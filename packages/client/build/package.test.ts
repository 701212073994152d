import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { publint } from 'publint'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LocalServer, startLocalServer } from '../src/testing/local-server.ts'
import { buildPackage } from './build-package.ts'
import { SAMPLES, TYPED_SAMPLE, tsconfigFor } from './testing/samples.ts'

const run = promisify(execFile)
const modules = join(import.meta.dirname, '../../../node_modules')
/** A list call must stay small in the pages of apps. */
const LIST_CALL_MAX_BYTES = 15_000

let home: string
let built: string
let server: LocalServer

/** The package installed in a folder outside the repository. */
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'plinth-client-'))
  built = join(home, 'package')
  await buildPackage(built)
  server = await startLocalServer()
  const installed = join(home, 'app/node_modules')
  await mkdir(join(installed, '@plinth'), { recursive: true })
  await cp(built, join(installed, '@plinth/client'), { recursive: true })
  // Declarations only: the scripts of the package run without any dependency.
  await mkdir(join(installed, '@tanstack'))
  await mkdir(join(installed, '@types'))
  for (const name of ['@tanstack/react-query', '@tanstack/query-core', '@types/react', 'csstype']) {
    await symlink(join(modules, name), join(installed, name))
  }
}, 60_000)
afterAll(async () => {
  await server.close()
  await rm(home, { recursive: true, force: true })
})

const readManifest = async () => JSON.parse(await readFile(join(built, 'package.json'), 'utf8'))

test('has no dependencies, and ranges of React and TanStack Query as optional peers', async () => {
  const manifest = await readManifest()
  expect(manifest).not.toHaveProperty('dependencies')
  expect(manifest.peerDependencies).toEqual({
    '@tanstack/react-query': '^5.0.0',
    react: '^18.0.0 || ^19.0.0',
  })
  expect(manifest.peerDependenciesMeta.react).toEqual({ optional: true })
  expect(manifest).not.toHaveProperty('private')
})

test('publint and attw find nothing to complain about', async () => {
  const { messages } = await publint({ pkgDir: built, strict: true })
  expect(messages).toEqual([])
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', home], {
    cwd: built,
  })
  const [{ filename, files }] = JSON.parse(stdout)
  const names = files.map(({ path }: { path: string }) => path)
  expect(names).toEqual(expect.arrayContaining(['index.js.map', 'LICENSE', 'react.d.cts']))
  expect(names.filter((name: string) => /test|testing|src\//.test(name))).toEqual([])
  const attw = createRequire(import.meta.url).resolve('@arethetypeswrong/cli/package.json')
  const main = join(attw, '../dist/index.js')
  const checked = await run(process.execPath, [main, join(home, filename)]).catch(
    (error: { stdout: string }) => error,
  )
  expect(checked.stdout).toContain('No problems found')
}, 60_000)

/** Bytes of what a bundler leaves of the package for some code, minified and compressed. */
async function sizeOf(code: string): Promise<number> {
  const entry = join(home, 'app/entry.js')
  await writeFile(entry, code)
  const bundle = await rolldown({ input: entry, platform: 'browser' })
  const { output } = await bundle.generate({ minify: true })
  await bundle.close()
  return gzipSync(output[0].code).length
}

test('a list call has at most 15 kB, and a filter alone next to nothing', async () => {
  const list = await sizeOf(`
    import { createClient, createData } from '@plinth/client'
    const client = createClient({ baseUrl: '', token: () => null })
    createData({ client }).table('notes').getMany().then(console.log)`)
  expect(list).toBeLessThan(LIST_CALL_MAX_BYTES)
  const filter = await sizeOf(`
    import { filter } from '@plinth/client'
    console.log(filter\`title = \${'a'}\`)`)
  expect(filter).toBeLessThan(500)
})

describe('outside the repository', () => {
  test.each(Object.entries(SAMPLES))('%s lists rows in Node', async (name, code) => {
    server.answer = () => ({ body: { data: [{ id: 'r1' }], total: 1 } })
    const file = join(home, 'app', name)
    await writeFile(file, code)
    const { stdout } = await run(process.execPath, [file, server.address])
    expect(stdout).toBe('1 row, rejected with 404\n')
  })

  test.each([
    ['bundler', 'esm'],
    ['node16', 'esm'],
    ['node16', 'cjs'],
  ] as const)(
    'compiles with moduleResolution %s as %s',
    async (resolution, kind) => {
      const folder = join(home, 'app', `${resolution}-${kind}`)
      await mkdir(folder)
      const type = kind === 'esm' ? 'module' : 'commonjs'
      await writeFile(join(folder, 'package.json'), JSON.stringify({ type }))
      await writeFile(join(folder, 'app.ts'), TYPED_SAMPLE)
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfigFor(resolution)))
      const { stdout } = await run(join(modules, '.bin/tsc'), ['-p', folder]).catch(
        (error: { stdout: string }) => error,
      )
      expect(stdout).toBe('')
    },
    60_000,
  )
})
