import {
  Configuration,
  createRow,
  type Database,
  executeWorkflow,
  listNodeDefinitions,
  listRows,
  listRuns,
  type Row,
  saveConfiguration,
  syncDatabase,
} from '@plinth/contract'
import {
  addMissing,
  TEMPLATE_IDS,
  TEMPLATES,
  type TemplateId,
  templateWorkflow,
} from '@plinth/schema'
import { describe, expect, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { addressOf } from '../testing/hook-place.ts'
import { expectApiError } from '../testing/people.ts'
import { runnable } from '../testing/runnable.ts'
import { workflowPlace } from '../testing/workflow-place.ts'

const DAY_MS = 86_400_000

/** Creates the tables and the inactive workflow of a template by the calls of the console. */
async function applyTemplate(id: TemplateId, database: Database) {
  const template = TEMPLATES[id]
  const fixture = await workflowPlace()
  const { client, params, projectId } = fixture
  let count = 0
  const newId = () => {
    count += 1
    return `id${count}`
  }
  const configuration = Configuration.parse({ database })
  const added = addMissing({ configuration, template, newId })
  if (!added.ok) throw new Error(JSON.stringify(added.issues))
  const body = { newConfiguration: added.configuration }
  await client.call(saveConfiguration, { params, body })
  const { release } = await client.call(syncDatabase, { params, body: {} })
  expect(release).toMatchObject({ state: 'applied' })
  const { data } = await client.call(listNodeDefinitions, { params })
  const drawn = templateWorkflow(template, Object.values(data.nodeDefinitions).flat())
  const { name, sample } = template
  const workflow = await fixture.create({ name, ...drawn, active: false })
  const query = { $projectId: projectId }
  const rows = async (table: string) =>
    (await client.call(listRows, { params: { table }, query })).data as Row[]
  const add = async (table: string, values: object) =>
    (await client.call(createRow, { params: { table }, query, body: values as never })).data as Row
  const runs = async () =>
    (await client.call(listRuns, { params, query: { workflowId: workflow.id } })).runs
  return {
    ...fixture,
    rows,
    add,
    runs,
    /** A test run with the sample, as Execute in the editor makes it; fails unless it succeeds. */
    execute: async () => {
      const { data: done } = await client.call(executeWorkflow, {
        params: { projectId, workflowId: workflow.id },
        body: { nodes: drawn.nodes, edges: drawn.connections, data: sample },
      })
      expect(await runs()).toMatchObject([{ id: done.runId, status: 'succeeded' }])
      return done.result
    },
    activate: () => fixture.update(workflow.id, { name, ...drawn, active: true }),
    /** The rows of a table, once a triggered run has succeeded and there are this many. */
    untilRows: (table: string, wanted: number) =>
      eventually(async () => {
        const [last] = await runs()
        const found = await rows(table)
        const isDone = last?.status === 'succeeded' && last.trigger !== 'manual'
        return isDone && found.length === wanted ? found : undefined
      }, 25_000),
  }
}

type Applied = Awaited<ReturnType<typeof applyTemplate>>

async function callHook(workflow: Awaited<ReturnType<Applied['activate']>>, body: object) {
  const answer = await fetch(addressOf(workflow), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as { id?: string } }
}

/** A test run with the sample and then, except for schedules, a run by the real trigger. */
const USES: Record<TemplateId, (applied: Applied) => Promise<void>> = {
  storeCalls: async ({ execute, activate, rows, untilRows }) => {
    await execute()
    expect(await rows('calls')).toMatchObject([
      { method: 'POST', body: { event: 'paid', invoice: { number: 7, total: 39.9 } } },
    ])
    const sent = { a: [1, { b: { c: null } }] }
    const answer = await callHook(await activate(), sent)
    expect(answer.status).toBe(201)
    const stored = await untilRows('calls', 2)
    expect(stored.find(({ id }) => id === answer.body.id)).toMatchObject({ body: sent })
  },
  checkForm: async ({ execute, activate, rows }) => {
    await execute()
    expect(await rows('leads')).toMatchObject([
      { name: 'Ada', email: 'ada@example.com', message: 'Please call me back.' },
    ])
    const workflow = await activate()
    expect(await callHook(workflow, { email: 'ada' })).toEqual({
      status: 422,
      body: { problems: ['name is missing', 'email is not an email address'] },
    })
    expect(await rows('leads')).toHaveLength(1)
    const good = await callHook(workflow, { name: ' Grace ', email: 'grace@example.com' })
    expect(good).toMatchObject({ status: 201, body: { id: expect.any(String) } })
    expect((await rows('leads')).find(({ id }) => id === good.body.id)).toMatchObject({
      name: 'Grace',
      message: '',
    })
  },
  reportOrders: async ({ execute, activate, add, runs, untilRows }) => {
    await execute()
    await activate()
    await add('orders', { customer: 'Ada', total: 99.5 })
    const large = await add('orders', { customer: 'Grace', total: 100 })
    const notices = await untilRows('notices', 2)
    expect(notices.find(({ orderId }) => orderId === large.id)).toMatchObject({
      text: 'A new order of 100',
    })
    expect(await runs()).toHaveLength(2)
  },
  archiveTickets: async ({ execute, activate, add, rows }) => {
    const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
    await add('tickets', { title: 'old', status: 'closed', closedOn: daysAgo(31) })
    await add('tickets', { title: 'older', status: 'closed', closedOn: daysAgo(300) })
    await add('tickets', { title: 'new', status: 'closed', closedOn: daysAgo(29) })
    await add('tickets', { title: 'open', status: 'open' })
    await execute()
    const statuses = (await rows('tickets')).map(({ title, status }) => [title, status])
    expect(Object.fromEntries(statuses)).toEqual({
      old: 'archived',
      older: 'archived',
      new: 'closed',
      open: 'open',
    })
    expect((await activate()).triggers).toMatchObject([{ kind: 'trigger-schedule', active: true }])
  },
  logFailures: async ({ execute, activate, create, client, projectId, rows, untilRows }) => {
    await execute()
    expect(await rows('failures')).toMatchObject([{ workflow: 'Send invoices', node: 'Send' }])
    await activate()
    const nodes = [runnable('Bad', 'set', { parameters: { value: '{{ $in.nothing }}' } })]
    const { id: workflowId } = await create({ name: 'Fails', nodes })
    const params = { projectId, workflowId }
    await expectApiError(client.call(executeWorkflow, { params, body: { nodes, edges: [] } }))
    const failures = await untilRows('failures', 2)
    expect(failures.find(({ workflow }) => workflow === 'Fails')).toMatchObject({
      node: 'Bad',
      message: expect.stringContaining('$in.nothing is missing'),
      runId: expect.stringMatching(/^run_/),
    })
  },
  sumOrders: async ({ execute, activate, add, rows }) => {
    await add('orders', { customer: 'Ada', total: 10.5 })
    await add('orders', { customer: 'Grace', total: 4.2 })
    await execute()
    const [total] = await rows('hourlyTotals')
    expect(total).toMatchObject({ orders: 2, total: 14.7 })
    expect(Date.now() - Date.parse(String(total?.until))).toBeLessThan(60_000)
    expect((await activate()).triggers).toMatchObject([{ kind: 'trigger-schedule', active: true }])
  },
}

describe.each(['sqlite3', 'postgres'] as const)('templates on %s', (database) => {
  test.each(TEMPLATE_IDS)('%s runs with its sample and by its trigger', async (id) => {
    await USES[id](await applyTemplate(id, database))
  })
})
