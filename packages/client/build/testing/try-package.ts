import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startLocalServer } from '../../src/testing/local-server.ts'
import { packPackage } from '../pack-package.ts'
import { PAGE, SAMPLES, TYPED_SAMPLE, tsconfigFor } from './samples.ts'

const run = promisify(execFile)
const NODES = ['20', '22', '24']
/** The oldest and the newest libraries that the peer ranges allow. */
const REACTS = [
  { react: '18.0.0', types: '18', query: '5.0.0' },
  { react: '18', types: '18', query: '5' },
  { react: '19', types: '19', query: '5' },
]

/** Installs packages of the registry and the packed client into a new folder. */
async function install(folder: string, packages: string[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  await run('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: folder })
}

function report(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Installs a version of Node and returns its path: `npx node@…` runs the first one of the PATH instead. */
async function installNode(folder: string, version: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`
  await install(folder, [`${name}@${version}`])
  return join(folder, 'node_modules', name, 'bin', 'node')
}

async function runInNodes(folder: string, tarball: string): Promise<void> {
  await install(folder, [tarball])
  const server = await startLocalServer()
  server.answer = () => ({ body: { data: [{ id: 'r1' }], total: 1 } })
  for (const [name, code] of Object.entries(SAMPLES)) await writeFile(join(folder, name), code)
  try {
    for (const version of NODES) {
      const node = await installNode(join(folder, `node-${version}`), version)
      const { stdout: exact } = await run(node, ['--version'])
      if (!exact.startsWith(`v${version}.`)) throw new Error(`Node ${version} is ${exact}`)
      for (const name of Object.keys(SAMPLES)) {
        const { stdout } = await run(node, [name, server.address], { cwd: folder })
        if (stdout !== '1 row, rejected with 404\n') throw new Error(`${name}: ${stdout}`)
        report(`Node ${exact.trim()}, ${name}: ${stdout.trim()}`)
      }
    }
  } finally {
    await server.close()
  }
}

async function buildApp(folder: string, tarball: string, libraries: (typeof REACTS)[number]) {
  const { react, types, query } = libraries
  await install(folder, [
    tarball,
    ...[`react@${react}`, `react-dom@${react}`, `@tanstack/react-query@${query}`],
    ...[`@types/react@${types}`, `@types/react-dom@${types}`, 'typescript@5', 'vite@6'],
  ])
  for (const [name, text] of Object.entries(PAGE)) await writeFile(join(folder, name), text)
  await writeFile(join(folder, 'app.ts'), TYPED_SAMPLE)
  for (const resolution of ['bundler', 'node16'] as const) {
    const config = tsconfigFor(resolution)
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
    await run('npx', ['tsc', '-p', '.'], { cwd: folder })
    report(`React ${react}, TanStack Query ${query}, tsc ${resolution}: no errors`)
  }
  await run('npx', ['vite', 'build'], { cwd: folder })
  report(`React ${react}, TanStack Query ${query}, vite build: done`)
}

/** Packs the client, installs it outside the repository and runs it as apps do; needs the npm registry. */
async function main(): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'plinth-try-client-'))
  try {
    const tarball = await packPackage(home)
    await runInNodes(join(home, 'nodes'), tarball)
    for (const [at, libraries] of REACTS.entries()) {
      await buildApp(join(home, `react-${at}`), tarball, libraries)
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

await main()
