import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '../../../app/startup/start-server.ts'
import { type OwnCluster, startCluster } from '../../../app/testing/own-cluster.ts'
import { startTestServer } from '../../../app/testing/start-test-server.ts'
import { setOwnServer, testServer } from '../../../app/testing/test-server.ts'
import { freePort } from '../../../foundation/embedded/testing/free-port.ts'
import { readEnv } from '../../../foundation/settings/env.ts'
import {
  compareEverything,
  dumpExact,
  placementsOf,
  schemasOf,
  tablesOf,
} from '../testing/compare-installation.ts'
import {
  archiveOldAudit,
  FILE,
  type FilledProject,
  fillProject,
  SECRET,
} from '../testing/fill-installation.ts'
import { runProgram } from '../testing/run-program.ts'

const REGION = 'aws-eu-central-1'
let folder: string
let archive: string
let passphrase: string
let clusters: OwnCluster[] = []
let stopSource = async () => {}
const projects: FilledProject[] = []

const regionAt = (cluster: OwnCluster | undefined) => ({
  PLINTH_DATA_DATABASES: `${REGION}=${cluster?.url}`,
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-installation-'))
  await chmod(folder, 0o755)
  ;[archive, passphrase] = [join(folder, 'all.plinth'), join(folder, 'passphrase')]
  await writeFile(passphrase, 'a passphrase of a test\n')
  clusters = await Promise.all([startCluster(18), startCluster(18), startCluster(18)])
  const source = await startTestServer(regionAt(clusters[0]))
  stopSource = source.stop
  setOwnServer(source.server)
  projects.push(await fillProject('sqlite3', { region: 'aws-ap-southeast-1', rows: 5 }))
  projects.push(await fillProject('postgres', { region: 'aws-ap-southeast-1', rows: 5 }))
  projects.push(await fillProject('postgres', { region: REGION, rows: 5 }))
  await archiveOldAudit()
}, 300_000)
afterAll(async () => {
  await stopSource()
  for (const cluster of clusters) await cluster.remove()
  await rm(folder, { recursive: true, force: true })
}, 120_000)

const RESTORE = () => ['restore', '--all', '--in', archive, '--passphrase-file', passphrase]

/** Settings of an installation in an empty data folder. */
async function emptyPlace(more: Record<string, string>): Promise<Record<string, string>> {
  const dataDir = await mkdtemp(join(folder, 'place-'))
  await chmod(dataDir, 0o755)
  const port = String(await freePort())
  return { PLINTH_DATA_DIR: dataDir, PORT: port, PLINTH_DOMAIN_PROOF: 'off', ...more }
}

/** The archive as a build with a newer format would begin it. */
function renumber(whole: Buffer): Buffer {
  const header = whole.subarray(0, 512).toString().replace('"version":1', '"version":7')
  return Buffer.concat([Buffer.from(header), whole.subarray(512)])
}

async function listFiles(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

describe('a backup of the installation', () => {
  test('is written while the server runs, and can be read by nobody without the passphrase', async () => {
    const { databaseUrl, dataDir, address } = testServer()
    const settings = {
      DATABASE_URL: databaseUrl,
      PLINTH_DATA_DIR: dataDir,
      PORT: new URL(address).port,
      ...regionAt(clusters[0]),
    }
    const args = ['backup', '--all', '--out', archive, '--passphrase-file', passphrase]
    const taken = await runProgram(args, { settings })
    expect(taken, taken.said).toMatchObject({ code: 0 })
    expect(taken.said).toMatch(/all\.plinth: 3 projects, \d+ rows, 3 files, in \d+ s/)
    expect((await stat(archive)).mode & 0o777).toBe(0o600)
    expect((await readdir(folder)).filter((name) => name.endsWith('.draft'))).toEqual([])
    const bytes = await readFile(archive)
    for (const text of [SECRET, FILE.toString(), projects[0]?.domain ?? 'x']) {
      expect(bytes.includes(text)).toBe(false)
    }
  }, 120_000)
})

describe('a restore of the installation', () => {
  test.each<[string, (whole: Buffer) => Buffer, RegExp]>([
    ['that was cut', (whole) => whole.subarray(0, whole.length - 90), /cut off|altered/],
    ['of a newer build', (whole) => renumber(whole), /newer Plinth \(format 7/],
  ])(
    'refuses an archive %s before it writes anything',
    async (_name, change, message) => {
      const settings = await emptyPlace(regionAt(clusters[1]))
      const changed = join(folder, 'changed.plinth')
      await writeFile(changed, change(await readFile(archive)))
      const args = ['restore', '--all', '--in', changed, '--passphrase-file', passphrase]
      const refused = await runProgram(args, { settings })
      expect(refused).toMatchObject({ code: 2, said: expect.stringMatching(message) })
      expect(await readdir(settings.PLINTH_DATA_DIR ?? '')).toEqual([])
    },
    120_000,
  )

  test('refuses another passphrase, used databases and unknown clusters', async () => {
    const empty = { DATABASE_URL: clusters[1]?.url ?? '' }
    const wrong = join(folder, 'wrong')
    await writeFile(wrong, 'another passphrase\n')
    const other = ['restore', '--all', '--in', archive, '--passphrase-file', wrong]
    const source = { DATABASE_URL: testServer().databaseUrl, ...regionAt(clusters[1]) }
    const cases: [string[], Record<string, string>, RegExp][] = [
      [other, { ...empty, ...regionAt(clusters[1]) }, /passphrase is not the one/],
      [RESTORE(), source, /platform database is not empty: it has the table "[a-z_]+"/],
      [RESTORE(), empty, /Name them in PLINTH_DATA_DATABASES. Nothing was changed/],
      [RESTORE(), { ...empty, ...regionAt(clusters[0]) }, /of another installation/],
    ]
    for (const [args, more, message] of cases) {
      const refused = await runProgram(args, { settings: await emptyPlace(more) })
      expect(refused).toMatchObject({ code: 2, said: expect.stringMatching(message) })
    }
    expect(await tablesOf(clusters[1]?.url ?? '')).toEqual([])
  }, 240_000)

  test('leaves nothing after Ctrl-C, goes on after a kill, and restores everything on PostgreSQL from outside', async () => {
    const url = clusters[1]?.url ?? ''
    const settings = await emptyPlace({ DATABASE_URL: url, ...regionAt(clusters[1]) })
    const after = 'rows restored'
    const ended = await runProgram(RESTORE(), { settings, stop: { signal: 'SIGINT', after } })
    expect(ended).toMatchObject({ code: 2, said: expect.stringContaining('It was stopped.') })
    expect(await tablesOf(url)).toEqual([])
    expect(await listFiles(settings.PLINTH_DATA_DIR ?? '')).toEqual(['secret.key'])

    await runProgram(RESTORE(), { settings, stop: { signal: 'SIGKILL', after } })
    expect(await tablesOf(url)).toEqual(['unfinished_restore'])
    const started = startServer(readEnv([], settings), { log: pino({ level: 'silent' }) })
    await expect(started).rejects.toThrow(/A restore of this installation has not ended/)

    const whole = await dumpExact(testServer().databaseUrl)
    const restored = await runProgram(RESTORE(), { settings })
    expect(restored, restored.said).toMatchObject({ code: 0 })
    expect(restored.said).toMatch(/Restored in \d+ s/)
    expect(await dumpExact(url)).toEqual(whole)
    expect(await placementsOf(url)).toBe(await schemasOf(url))
    await compareEverything(settings, projects)
  }, 400_000)

  test('restores everything with the PostgreSQL of an empty data folder', async () => {
    const settings = await emptyPlace(regionAt(clusters[2]))
    const restored = await runProgram(RESTORE(), { settings })
    expect(restored, restored.said).toMatchObject({ code: 0 })
    await compareEverything(settings, projects)
    const again = await runProgram(RESTORE(), { settings })
    expect(again).toMatchObject({ code: 2, said: expect.stringMatching(/is not empty/) })
  }, 400_000)
})
