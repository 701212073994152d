import { cancelRun, executeWorkflow, getUsage, retryRun } from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import { addressOf, hookPlace } from '../../../app/testing/hook-place.ts'
import { expectApiError } from '../../../app/testing/people.ts'
import { runnable, wires } from '../../../app/testing/runnable.ts'
import { hard, setBudget } from '../../../projects/budgets/testing/set-budget.ts'
import { watchedShop } from '../../triggers/row/testing/watched-shop.ts'

type Fixture = Awaited<ReturnType<typeof hookPlace>>
let fixture: Fixture
let neighbour: Fixture
beforeAll(async () => {
  ;[fixture, neighbour] = [await hookPlace(), await hookPlace()]
})

async function call(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { method: 'POST', headers })
  const body = (await answer.json()) as { runId?: string; error?: { message: string } }
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ...body }
}

describe('runs per minute', () => {
  test('over the budget are 429 for webhooks, test runs and retries, and none of another project', async () => {
    const { url, id } = await fixture.hook()
    const other = await neighbour.hook()
    const headers = { 'idempotency-key': 'once' }
    await setBudget(fixture.projectId, { runsPerMinute: hard(3) })
    const first = await call(url, headers)
    expect(first.status).toBe(202)
    const [run] = await eventually(async () => {
      const runs = await fixture.runsOf(id)
      return runs.every(({ endedOn }) => endedOn !== null) && runs
    })
    const calls = await Promise.all(Array.from({ length: 8 }, () => call(url)))
    expect(calls.filter(({ status }) => status === 202)).toHaveLength(2)
    const refused = calls.find(({ status }) => status === 429)
    expect(refused?.error).toMatchObject({
      message: expect.stringContaining('at its budget of 3 runs per minute. Start fewer runs'),
    })
    expect(Number(refused?.retryAfter)).toBeGreaterThan(0)
    // A repeated call gets the run that it has.
    expect((await call(url, headers)).status).toBe(202)
    expect((await call(other.url)).status).toBe(202)
    const { client, projectId } = fixture
    const limited = { status: 429, code: 'rate_limited' }
    const executed = client.call(executeWorkflow, {
      params: { projectId, workflowId: id },
      body: { nodes: fixture.body({}).nodes, edges: fixture.body({}).connections },
    })
    expect(await expectApiError(executed)).toMatchObject(limited)
    const params = { projectId, runId: run?.id ?? '' }
    const retried = client.call(retryRun, { params, body: { version: 'same' } })
    expect(await expectApiError(retried)).toMatchObject(limited)
    await setBudget(projectId, {})
    expect((await call(url)).status).toBe(202)
    await client.call(retryRun, { params, body: { version: 'same' } })
    expect(await fixture.runsOf(id)).toHaveLength(5)
    const { usage } = await client.call(getUsage, { params: { projectId } })
    expect(usage.days.at(-1)?.runs).toBeGreaterThanOrEqual(5)
  })

  test('over the budget are recorded as failed for a schedule', async () => {
    const own = await hookPlace()
    await setBudget(own.projectId, { runsPerMinute: hard(1) })
    const { id } = await own.create({
      name: 'Ticks',
      nodes: [runnable('when', 'trigger-schedule', { parameters: { cron: '* * * * * *' } })],
      connections: [],
      active: true,
    })
    const runs = await eventually(async () => {
      const found = (await own.runsOf(id)).toReversed()
      return found.length >= 2 && found
    })
    expect(runs[0]?.error).toBeNull()
    expect(runs[1]).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('at its budget of 1 run per minute') },
    })
  })
})

test('runs at once over the budget are 429 until one has ended', async () => {
  const own = await hookPlace()
  const { client, projectId } = own
  const workflow = await own.create({
    name: 'Long',
    nodes: [
      runnable('hook', 'trigger-webhook', {}),
      runnable('wait', 'wait', { parameters: { amount: 600, unit: 'seconds' } }),
    ],
    connections: wires('hook -> wait'),
    settings: { execution: { concurrency: 50 } },
    active: true,
  })
  const url = addressOf(workflow)
  await setBudget(projectId, { runsAtOnce: hard(4) })
  const calls = await Promise.all(Array.from({ length: 12 }, () => call(url)))
  const taken = calls.filter(({ status }) => status === 202)
  // Calls at the same moment may be refused below the limit, but never admitted above it.
  expect(taken.length).toBeLessThanOrEqual(4)
  for (let count = taken.length; count < 4; count += 1) expect((await call(url)).status).toBe(202)
  const refused = await call(url)
  expect(refused.retryAfter).toBe('5')
  expect(refused.error?.message).toContain('at its budget of 4 runs at once')
  expect((await call((await neighbour.hook()).url)).status).toBe(202)
  const runs = await own.runsOf(workflow.id)
  await client.call(cancelRun, { params: { projectId, runId: runs[0]?.id ?? '' }, body: {} })
  await own.untilEnded(runs[0]?.id ?? '')
  expect((await call(url)).status).toBe(202)
  expect((await call(url)).status).toBe(429)
  for (const { id } of await own.runsOf(workflow.id))
    await client
      .call(cancelRun, { params: { projectId, runId: id }, body: {} })
      .catch(() => undefined)
})

describe.each(['sqlite3', 'postgres'] as const)('row events on %s', (database) => {
  test('are kept while the project is over its budget, and start their runs afterwards', async () => {
    const shop = await watchedShop(database)
    const { id } = await shop.watch({ event: 'created' })
    const other = await watchedShop(database)
    const witness = await other.watch({ event: 'created' })
    await setBudget(shop.projectId, { runsPerMinute: hard(3) })
    await shop.importRows(Array.from({ length: 10 }, (_, at) => ({ name: `row ${at}` })))
    await shop.ended(id, 3)
    await other.rows('POST', 'order', { body: { name: 'witness' } })
    await other.ended(witness.id, 1)
    expect((await shop.runsOf(id)).length).toBeLessThanOrEqual(5)
    await setBudget(shop.projectId, {})
    const runs = await shop.ended(id, 10)
    expect(runs.map(({ payload }) => (payload.row as { name: string }).name).sort()).toEqual(
      Array.from({ length: 10 }, (_, at) => `row ${at}`),
    )
  }, 90_000)
})
