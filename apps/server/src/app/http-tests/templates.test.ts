import { executeWorkflow } from '@plinth/contract'
import { TEMPLATE_IDS, type TemplateId } from '@plinth/schema'
import { describe, expect, test } from 'vitest'
import { addressOf } from '../testing/hook-place.ts'
import { expectApiError } from '../testing/people.ts'
import { runnable } from '../testing/runnable.ts'
import { applyTemplate } from './testing/apply-template.ts'

const DAY_MS = 86_400_000

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
