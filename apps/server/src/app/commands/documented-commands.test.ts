import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createProject, deleteProject } from '@plinth/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../foundation/embedded/testing/free-port.ts'
import { readEnv } from '../../foundation/settings/env.ts'
import { startServer } from '../startup/start-server.ts'
import { appConfiguration, newApp } from '../testing/app-tables.ts'
import { type Person, theAdmin } from '../testing/people.ts'
import { programEnv } from '../testing/settings/program-env.ts'
import { testServer } from '../testing/test-server.ts'
import { useOwnServer } from '../testing/use-own-server.ts'

useOwnServer()

const GUIDE = join(import.meta.dirname, '../../../../../docs/guide')
const PROGRAM = join(import.meta.dirname, '../plinth-server.ts')
/** The two programs of the blocks: ours without npm, and curl failing for an answer that is an error. */
const SHELL = `set -eu
npx() { [ "$1" = plinth-server ]; shift; "$NODE" "$PROGRAM" "$@"; }
curl() { command curl --silent --show-error --fail-with-body "$@"; }
`

let admin: Person
let folder: string

beforeAll(async () => {
  admin = await theAdmin()
  folder = await mkdtemp(join(tmpdir(), 'plinth-documented-'))
  await chmod(folder, 0o755)
  await writeFile(join(folder, 'passphrase.txt'), 'a passphrase of a test\n')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function readShellBlocks(page: string): Promise<string[]> {
  const text = await readFile(join(GUIDE, page), 'utf8')
  return [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, code = '']) => code)
}

interface Run {
  projectId?: string
  /** Texts of the page and what they are in this test. */
  replace?: Record<string, string>
  settings?: Record<string, string>
}

/** Runs a block as it is written, with the address and the project of the test. */
async function runBlock(code: string, { projectId = '', replace = {}, settings }: Run) {
  const { address, databaseUrl, dataDir } = testServer()
  const own = { DATABASE_URL: databaseUrl, PLINTH_DATA_DIR: dataDir }
  const texts = {
    'https://plinth.example.com': address,
    prj_01m7gtx6xpe4ev8fjprkj3gyda: projectId,
    ...replace,
  }
  let adapted = code.replace(/(?<=--project )ID\b/g, projectId)
  for (const [from, to] of Object.entries(texts)) adapted = adapted.replaceAll(from, to)
  const env = {
    ...programEnv(settings ?? own),
    ...{ NODE: process.execPath, PROGRAM, PROJECT: projectId, TOKEN: admin.token },
  }
  const { stdout } = await promisify(execFile)('bash', ['-c', SHELL + adapted], {
    cwd: folder,
    env,
  })
  return stdout
}

/** A project with notes, and what each block of the page prints. */
const PRINTED: Readonly<Record<string, readonly RegExp[]>> = {
  'backups-and-export.md': [/shop\.plinth/, /prj_/, /folder/],
  'budgets.md': [/rows: soft 900 rows, hard 1,000 rows/, /"hard":1000/, /^project,day,requests/],
  'fair-shares.md': [/ratelimit-policy: 2000;w=2/i],
  'members-and-roles.md': [/ada@example\.com is an admin now/],
  'retention.md': [/./],
  'stop-a-project.md': [/has been suspended since/, /"reason":"The books are audited"/],
}

test.each(Object.entries(PRINTED))(
  'the commands of %s work as written',
  async (page, printed) => {
    const blocks = await readShellBlocks(page)
    expect(blocks).toHaveLength(printed.length)
    const projectId = await newApp(admin, appConfiguration('sqlite3'))
    const replace = { '/api/data/note?': '/api/data/notes?' }
    for (const [at, code] of blocks.entries())
      expect(await runBlock(code, { projectId, replace })).toMatch(printed[at] ?? /^$/)
  },
  180_000,
)

test('the commands of delete-and-restore-a-project.md work as written', async () => {
  const blocks = await readShellBlocks('delete-and-restore-a-project.md')
  expect(blocks).toHaveLength(4)
  for (const [at, code] of blocks.entries()) {
    const name = `Shop ${at + 2}`
    const body = { cloned: false, name } as const
    const { projectId } = await admin.client.call(createProject, { body })
    await admin.client.call(deleteProject, { params: { projectId } })
    const printed = await runBlock(code, { projectId, replace: { 'Shop 2': name } })
    if (at < 2) expect(printed).toContain(name)
  }
}, 180_000)

test('backup-everything.md: an installation is backed up, restored and checked as written', async () => {
  const [backup = '', restore = 'missing', drill = '', check = ''] =
    await readShellBlocks('backup-everything.md')
  const projectId = await newApp(admin, appConfiguration('sqlite3'))
  await runBlock(backup, {})
  // The drill is the same restore, in a place of its own.
  expect(drill).toContain(restore)
  const [place, port] = [join(folder, 'drill'), String(await freePort())]
  await runBlock(drill, { replace: { '/tmp/plinth-drill': place, '4600': port }, settings: {} })
  const settings = { PLINTH_DATA_DIR: place, PORT: port }
  const running = await startServer(readEnv([], settings), { log: pino({ level: 'fatal' }) })
  onTestFinished(() => running.stop())
  expect(await runBlock(check, { settings })).toContain(projectId)
}, 300_000)

/** Last, because sessions and secrets of the installation go through it. */
test('the commands of rotate-keys.md work as written', async () => {
  const [block = ''] = await readShellBlocks('rotate-keys.md')
  expect(await runBlock(block, {})).toMatch(/seals \d+ values[\s\S]*sealed by the current key/)
}, 180_000)
