import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import type { Placement } from '../../../databases/engine/database-engine.ts'
import { quoteName } from '../../../databases/sql/quote-name.ts'
import { withName } from '../../../databases/sql/render.ts'
import {
  type EngineHarness,
  openPostgresHarness,
} from '../../../databases/testing/engine-harness.ts'
import type { Writer } from '../../statements/write/write-plan.ts'
import { LIVE, newPosts, openRunnerOf } from '../../testing/log-world.ts'
import type { RowRunner } from '../row-runner.ts'

let harness: EngineHarness
let runner: RowRunner
let placement: Placement
beforeAll(async () => {
  harness = await openPostgresHarness(inject('server').databaseUrl)
  runner = openRunnerOf(harness)
  const triggers = { created: ['wfl_1/t'] }
  placement = await newPosts(harness, { ...LIVE, triggers })
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await runner.close()
  await harness.close()
})

const cached = () =>
  withName({
    text: `insert into ${quoteName(placement.schema)}."post" (id, title) values ($1, $2) returning '{}' as answer`,
    values: [],
  })

const write = (statement: ReturnType<typeof cached>, writer?: Writer) => {
  const step = {
    statement: { ...statement, values: [randomUUID(), 'x'] },
    expects: 1,
    failing: { reason: 'denied' },
  } as const
  const target = { placement, release: '' }
  return runner.write(target, { steps: [step], shape: 'one', ...(writer && { writer }) })
}

test('a watched write is one round trip, as a plain one, and its event names the writer', async () => {
  const statement = cached()
  await write(statement)
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  await write(statement)
  const plain = sent.mock.calls.length
  const writers: Writer[] = [
    { by: 'user', runId: null, depth: 0 },
    { by: 'workflow', runId: 'run_1', depth: 3 },
    { by: 'guest', runId: null, depth: 0 },
  ]
  for (const writer of writers) {
    sent.mockClear()
    expect(await write(statement, writer)).toEqual({ ok: true, text: '{"data":{}}' })
    expect(sent.mock.calls.length).toBe(plain)
  }
  // The settings end with their statement.
  await write(statement)
  sent.mockRestore()
  const events = await runner.readEvents(placement, { max: 10, except: [] })
  expect(events.map(({ by, runId, depth }) => ({ by, runId, depth }))).toEqual([
    { by: null, runId: null, depth: 0 },
    { by: null, runId: null, depth: 0 },
    ...writers,
    { by: null, runId: null, depth: 0 },
  ])
})
