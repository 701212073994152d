import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnPlatform, ownPlatform } from '../../app/testing/own-platform.ts'
import type { AuditLine } from './audit-line.ts'
import { CHAIN_START, hashEntry } from './hash-entry.ts'
import { sealAudit } from './seal-audit.ts'

let own: OwnPlatform
beforeAll(async () => {
  own = await ownPlatform()
})
afterAll(() => own.close())

const add = (entries: number) =>
  own.db.pool.query(
    `insert into audit (project_id, action, entity, entity_id, after, request_id, address, agent)
     select $1, 'changed', 'constant', n::text, '{"value":"a\nb"}', 'test', '192.0.2.7', 'curl/8'
     from generate_series(1, $2::int) as n`,
    [own.projectId, entries],
  )

test('ships every entry once, in the order of its chain, with hashes that can be recomputed', async () => {
  await add(1_500)
  const lines: AuditLine[] = []
  await sealAudit(own.db, (line) => lines.push(line))
  await sealAudit(own.db, (line) => lines.push(line))
  expect(lines.map(({ number }) => number)).toEqual([...Array(1_500).keys()].map((n) => n + 1))
  let previous = CHAIN_START
  for (const line of lines) {
    previous = hashEntry(line, { number: line.number, previous })
    expect(line.hash).toBe(previous.toString('hex'))
  }
})

test('ships again with the same number what was not committed', async () => {
  await add(1)
  const lines: AuditLine[] = []
  const fail = (line: AuditLine) => {
    lines.push(line)
    throw new Error('closed')
  }
  await expect(sealAudit(own.db, fail)).rejects.toThrow('closed')
  await sealAudit(own.db, (line) => lines.push(line))
  expect(lines).toHaveLength(2)
  expect(lines[0]).toEqual(lines[1])
})
