import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OwnPlatform, ownPlatform } from '../../app/testing/own-platform.ts'
import { packAuditLines, unpackAuditLines } from '../../foundation/audit/archive-file.ts'
import type { AuditLine } from '../../foundation/audit/audit-line.ts'
import { sealAudit } from '../../foundation/audit/seal-audit.ts'
import { verifyAudit } from '../../foundation/audit/verify-audit.ts'
import { readEnv } from '../../foundation/settings/env.ts'
import type { FileStore } from '../../rows/file-store/file-store.ts'
import { openTestDisk } from '../../rows/files/testing/open-test-stores.ts'
import { archiveNextChain } from './archive-audit.ts'
import { auditArchiveReader } from './audit-archive-reader.ts'

const env = readEnv([], { PLINTH_AUDIT_DAYS: '365' })
const OLD = 7_000
const YOUNG = 30
let own: OwnPlatform
let disk: { store: FileStore; stop(): Promise<void> }

beforeAll(async () => {
  own = await ownPlatform()
  disk = await openTestDisk()
})
afterAll(async () => {
  await own.close()
  await disk.stop()
})

const files = () => ({ home: 'disk' as const, all: [disk.store], in: () => disk.store })
const readArchive = () => auditArchiveReader(files())

async function fill(
  projectId: string | null,
  { entries, days }: { entries: number; days: number },
) {
  await own.db.pool.query(
    `insert into audit (project_id, action, entity, entity_id, before, after, request_id, created_at,
       address, agent, session_id)
     select $1, 'changed', 'constant', n::text, null, '{"value":"é"}', 'test',
       now() - make_interval(days => $3) + n * interval '1 second',
       case when n % 2 = 0 then '192.0.2.7' end, case when n % 2 = 0 then 'curl/8' end, null
     from generate_series(1, $2::int) as n`,
    [projectId, entries, days],
  )
  await sealAudit(own.db)
}

async function archiveAll(log = pino({ level: 'silent' })): Promise<void> {
  await own.db.pool.query('update audit_chain set archive_at = now()')
  while (await archiveNextChain({ db: own.db, env, files: files(), log }));
}

const verify = async (chain: string, withArchives = true) =>
  (
    await verifyAudit(own.db, {
      projectId: chain,
      readArchive: withArchives ? readArchive() : undefined,
    })
  )[0]

async function countOf(chain: string): Promise<number> {
  const { rows } = await own.db.pool.query(
    'select count(*)::int as n from audit where chain = $1',
    [chain],
  )
  return rows[0].n
}

const keyOf = (chain: string, from: number) =>
  `audit/${chain || 'installation'}/${String(from).padStart(12, '0')}.jsonl.zst`

describe('old audit entries', () => {
  test('move to files of at most 5,000 entries, and the chain verifies across files and rows', async () => {
    await fill(own.projectId, { entries: OLD, days: 500 })
    await fill(own.projectId, { entries: YOUNG, days: 10 })
    const whole = await verify(own.projectId, false)
    expect(whole).toMatchObject({ verified: OLD + YOUNG, archived: 0, broken: undefined })
    await archiveAll()
    expect(await countOf(own.projectId)).toBe(YOUNG)
    const rest = { verified: OLD + YOUNG, archived: OLD, lastHash: whole?.lastHash }
    expect(await verify(own.projectId)).toMatchObject({
      ...rest,
      areArchivesVerified: true,
      broken: undefined,
    })
    expect(await verify(own.projectId, false)).toMatchObject({
      ...rest,
      areArchivesVerified: false,
      broken: undefined,
    })
    const read = readArchive()
    const first = unpackAuditLines((await read(keyOf(own.projectId, 1))) ?? Buffer.alloc(0))
    const second = unpackAuditLines((await read(keyOf(own.projectId, 5_001))) ?? Buffer.alloc(0))
    expect([first.length, second.length]).toEqual([5_000, 2_000])
    expect(first[1]).toMatchObject({ number: 2, address: '192.0.2.7', agent: 'curl/8' })
  })

  test('new entries continue the chain after an archive', async () => {
    await fill(own.projectId, { entries: 5, days: 1 })
    expect(await verify(own.projectId)).toMatchObject({
      verified: OLD + YOUNG + 5,
      broken: undefined,
    })
    await archiveAll()
    expect(await countOf(own.projectId)).toBe(YOUNG + 5)
  })

  test('a chain stays until its oldest entry is 30 days past the retention', async () => {
    await fill(null, { entries: 3, days: 380 })
    await archiveAll()
    expect(await countOf('')).toBe(3)
  })

  test('a second archive continues the first', async () => {
    const projectId = 'prj_second'
    await own.db.pool.query(
      `insert into project (id, organisation_id, name, region) values ($1, 'org', 'Second', 'here')`,
      [projectId],
    )
    await fill(projectId, { entries: 2, days: 396 })
    await archiveAll()
    await fill(projectId, { entries: 2, days: 396 })
    await fill(projectId, { entries: 2, days: 370 })
    await fill(projectId, { entries: 2, days: 360 })
    await archiveAll()
    expect(await countOf(projectId)).toBe(2)
    expect(await verify(projectId)).toMatchObject({ verified: 8, archived: 6, broken: undefined })
  })
})

describe('a tampered archive is detected', () => {
  const chain = () => own.projectId
  const change = async (edit: (lines: AuditLine[]) => AuditLine[]) => {
    const key = keyOf(chain(), 1)
    const before = (await readArchive()(key)) ?? Buffer.alloc(0)
    const write = async (content: Buffer) => {
      await disk.store.remove([key])
      await disk.store.write({
        key,
        type: 'application/zstd',
        acl: 'private',
        size: content.length,
        body: Readable.from([content]),
      })
    }
    await write(packAuditLines(edit(unpackAuditLines(before))))
    const found = await verify(chain())
    await write(before)
    expect((await verify(chain()))?.broken).toBeUndefined()
    return found?.broken
  }

  test.each<[string, (lines: AuditLine[]) => AuditLine[], object]>([
    [
      'a changed value',
      (lines) => lines.map((line) => (line.number === 42 ? { ...line, after: '{}' } : line)),
      { number: 42, reason: 'the entry is not what was sealed' },
    ],
    [
      'a changed address',
      (lines) =>
        lines.map((line) => (line.number === 42 ? { ...line, address: '192.0.2.8' } : line)),
      { number: 42, reason: 'the entry is not what was sealed' },
    ],
    [
      'an address added to an entry without one',
      (lines) =>
        lines.map((line) => (line.number === 41 ? { ...line, address: '192.0.2.8' } : line)),
      { number: 41, reason: 'the entry is not what was sealed' },
    ],
    [
      'a removed entry',
      (lines) => lines.filter(({ number }) => number !== 42),
      { number: 42, reason: 'the entry is gone' },
    ],
    [
      'removed entries at the end of a file',
      (lines) => lines.slice(0, -1),
      { number: 5_000, reason: expect.stringContaining('is missing') },
    ],
    ['an empty file', () => [], { number: 1, reason: expect.stringContaining('is damaged') }],
  ])('%s', async (_name, edit, broken) => {
    expect(await change(edit)).toMatchObject(broken)
  })

  test('a file of which only the description is left', async () => {
    const read = async () => createReadStream('/no/such/file')
    const find = auditArchiveReader({ all: [{ ...disk.store, read }] })
    expect(await find(keyOf(chain(), 1))).toBeUndefined()
  })

  test('a moved anchor', async () => {
    const forge = (hash: string) =>
      own.db.pool.query('update audit_chain set archived_hash = $2 where chain = $1', [
        chain(),
        Buffer.from(hash, 'hex'),
      ])
    const { rows } = await own.db.pool.query(
      `select encode(archived_hash, 'hex') as hash from audit_chain where chain = $1`,
      [chain()],
    )
    await forge('00'.repeat(32))
    expect((await verify(chain(), false))?.broken).toMatchObject({ number: OLD + 1 })
    expect((await verify(chain()))?.broken).toBeDefined()
    await forge(rows[0].hash)
    expect((await verify(chain()))?.broken).toBeUndefined()
  })
})

test('a broken chain is not archived, so that its rows stay as evidence', async () => {
  await own.db.pool.query(
    `insert into project (id, organisation_id, name, region) values ('prj_broken', 'org', 'B', 'here')`,
  )
  await fill('prj_broken', { entries: 10, days: 500 })
  await own.db.pool.query(
    `update audit set action = 'forged' where chain = 'prj_broken' and chain_number = 4`,
  )
  const lines: string[] = []
  await archiveAll(pino({ level: 'error' }, { write: (line) => lines.push(line) }))
  expect(await countOf('prj_broken')).toBe(10)
  expect(lines.join()).toContain('audit: chain is broken, not archived')
})

test('a failed write of the file keeps the rows, and the next pass archives them', async () => {
  await own.db.pool.query(
    `insert into project (id, organisation_id, name, region) values ('prj_retry', 'org', 'R', 'here')`,
  )
  await fill('prj_retry', { entries: 10, days: 500 })
  await own.db.pool.query(
    `update audit_chain set archive_at = now() - interval '1 day' where chain = 'prj_retry'`,
  )
  const failing = { ...disk.store, writeStream: () => Promise.reject(new Error('disk full')) }
  const broken = { home: 'disk' as const, all: [failing], in: () => failing }
  const log = pino({ level: 'silent' })
  await expect(archiveNextChain({ db: own.db, env, files: broken, log })).rejects.toThrow(
    'disk full',
  )
  expect(await countOf('prj_retry')).toBe(10)
  await archiveAll()
  expect(await countOf('prj_retry')).toBe(0)
  expect(await verify('prj_retry')).toMatchObject({ verified: 10, archived: 10, broken: undefined })
})
