import { WorkflowSettings } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnPlatform, ownPlatform } from '../../../app/testing/own-platform.ts'
import { METRICS_OFF } from '../../../foundation/metrics/metrics.ts'
import { newId } from '../../../foundation/platform/new-id.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import type { WorkflowsContext } from '../../context.ts'
import { readAnswers } from '../records/answer-store.ts'
import { graphText } from '../records/run-content.ts'
import { readRun, readRunNodes } from '../records/run-list-store.ts'
import { addRun } from '../records/run-store.ts'
import { openRunHost } from './open-run-host.ts'

let own: OwnPlatform
const logged: string[] = []
beforeAll(async () => {
  own = await ownPlatform()
})
afterAll(() => own.close())

const settings = WorkflowSettings.parse({})
const whole = graphText({ graph: { nodes: [], wires: [] }, starts: [], settings })

async function newRun(given: { payload?: string; graph?: { digest: string; content: string } }) {
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
      graph: whole,
      ...given,
    }),
  )
  return id
}

const named = (runId: string) => ({ projectId: own.projectId, runId })

function load(runId: string) {
  const context = {
    db: own.db,
    env: { runSteps: 4 },
    durable: { wake: () => undefined },
    metrics: METRICS_OFF,
    log: { error: (_fields: unknown, line: string) => logged.push(line) },
  }
  const host = openRunHost(context as unknown as WorkflowsContext)
  return host.load(runId, new AbortController().signal)
}

test.each([
  ['graph of a run', { graph: { digest: 'broken', content: '{"graph":{"nodes":[{}]}}' } }],
  ['payload', { payload: '{"half' }],
])('ends a run whose %s is damaged as failed, with a sentence', async (what, given) => {
  const id = await newRun(given)
  expect(await load(id)).toBeUndefined()
  const [run] = await own.db.query(sql`select status, error_message from run where id = ${id}`)
  expect(run).toEqual({
    status: 'failed',
    error_message: `The ${what} is damaged in the database, so the run cannot go on. Start the workflow again.`,
  })
  expect(logged).toContain('run: stored data is damaged, run ended as failed')
})

test('loads a whole run', async () => {
  expect((await load(await newRun({ payload: '[1]' })))?.payload).toEqual([1])
})

test('names a damaged result, damaged logs and damaged headers of a response', async () => {
  const id = await newRun({})
  await own.db.query(sql`
    insert into run_step (run_id, key, attempt, node_id, label, kind, status, input, outcome, logs,
      started_at, ended_at, origin)
    values (${id}, 'a', 1, 'a', 'A', 'respond', 'succeeded', 'null',
      '{"status":"respond","code":200,"headers":{"x":1}}', '[1]', now(), now(), 'run')`)
  await expect(readRunNodes(own.db, { runId: id, after: 0 })).rejects.toThrow('logs of a step')
  await expect(readAnswers(own.db, [id])).rejects.toThrow('headers of a response')
  await own.db.query(sql`update run set result = '[]' where id = ${id}`)
  await expect(readRun(own.db, named(id))).rejects.toThrow('result of a run')
})
