import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnPlatform, ownPlatform } from '../../../app/testing/own-platform.ts'
import { newId } from '../../../foundation/platform/new-id.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import { cancelQueued, endRuns } from './run-end-store.ts'
import { openRunRecordStore, type RunRecordStore } from './run-record-store.ts'
import { addRun, beginRuns, findRunsToExecute } from './run-store.ts'
import type { StepRecord } from './step-record.ts'

let own: OwnPlatform
let store: RunRecordStore
beforeAll(async () => {
  own = await ownPlatform()
  store = openRunRecordStore({
    db: own.db,
    onAdmitted: () => undefined,
    endFailed: () => Promise.reject(new Error('no run fails here')),
  })
})
afterAll(() => own.close())

/** Adds a queued run that needs no slot. */
async function newRun(): Promise<string> {
  const id = newId('run')
  await own.db.transaction((transaction) =>
    addRun(transaction, {
      id,
      projectId: own.projectId,
      environmentId: own.environmentId,
      workflowId: 'w',
      workflowName: 'Own',
      version: 1,
      concurrency: 0,
      trigger: 'webhook',
      payload: null,
      parentId: null,
      depth: 0,
      eventKey: null,
      refusal: null,
      traceParent: null,
      graph: { digest: 'd', content: '{}' },
    }),
  )
  return id
}

const record = (runId: string, more: Partial<StepRecord> = {}): StepRecord => ({
  runId,
  key: 'a',
  attempt: 1,
  nodeId: 'a',
  label: 'A',
  kind: 'set',
  status: 'succeeded',
  input: 'null',
  output: '1',
  error: null,
  outcome: '{"status":"done"}',
  logs: [],
  startedAt: new Date(),
  endedAt: new Date(),
  origin: 'run',
  ...more,
})

async function read(id: string) {
  const [row] = await own.db.query<Record<string, unknown>>(sql`
    select status, round(extract(epoch from ended_at - started_at) * 1000)::integer as ms, (
      select coalesce(string_agg(key || ' ' || run_step.status, ', ' order by key), '')
      from run_step where run_id = run.id) as nodes
    from run where id = ${id}`)
  return row
}

const succeeded = (id: string) => ({ id, status: 'succeeded', result: '{}', error: null }) as const
const foundAs = async (id: string) => (await findRunsToExecute(own.db, [id]))[0]?.startState

test('starts and ends a run and writes its records in one statement', async () => {
  const [first, second] = [await newRun(), await newRun()]
  const ends = [
    {
      ...succeeded(first),
      startedMsAgo: 40,
      records: [record(first), record(first, { key: 'b' })],
    },
    { ...succeeded(second), startedMsAgo: 7, records: [record(second)] },
  ]
  expect(await Promise.all(ends.map((end) => store.end(end)))).toEqual([true, true])
  expect(await read(first)).toEqual({
    status: 'succeeded',
    ms: 40,
    nodes: 'a succeeded, b succeeded',
  })
  expect(await read(second)).toEqual({ status: 'succeeded', ms: 7, nodes: 'a succeeded' })
  expect(await Promise.all(ends.map((end) => store.end(end)))).toEqual([false, false])
})

test('cancels running records when the run ends, and leaves ended ones unchanged', async () => {
  const id = await newRun()
  const shown = record(id, { status: 'running', output: null, outcome: null, endedAt: null })
  expect(await beginRuns(own.db, [{ id, forMs: 20 }])).toEqual(['new'])
  await store.end({ ...succeeded(id), records: [shown, record(id, { key: 'b' })] })
  expect((await read(id))?.nodes).toBe('a cancelled, b succeeded')
  const other = await newRun()
  await store.end({ ...succeeded(other), records: [record(other)], status: 'cancelled' })
  expect((await read(other))?.nodes).toBe('a succeeded')
})

test('reports whether a run was already started or ended', async () => {
  const id = await newRun()
  expect(await foundAs(id)).toBe('new')
  expect(await beginRuns(own.db, [{ id, forMs: 5 }])).toEqual(['new'])
  expect(await beginRuns(own.db, [{ id, forMs: 5 }])).toEqual(['resumed'])
  await endRuns(own.db, [succeeded(id)])
  expect([await foundAs(id), ...(await beginRuns(own.db, [{ id, forMs: 5 }]))]).toEqual([
    'ended',
    'ended',
  ])
  const cancelled = await newRun()
  expect((await cancelQueued(own.db, cancelled)).isEnded).toEqual([true])
  expect(await foundAs(cancelled)).toBe('ended')
  expect(await beginRuns(own.db, [{ id: cancelled, forMs: 5 }])).toEqual(['ended'])
  expect(await read(cancelled)).toEqual({ status: 'cancelled', ms: null, nodes: '' })
})
