import {
  createWorkflow,
  executeWorkflow,
  getRun,
  listenToWebhook,
  listRows,
  type Row,
} from '@plinth/contract'
import { expect, test } from 'vitest'
import { applyTables } from '../../../rows/testing/shelf.ts'
import { followPage } from '../../testing/documentation/follow-page.ts'
import { readGuide } from '../../testing/documentation/read-guide.ts'
import { eventually } from '../../testing/eventually.ts'
import { addressOf, hookPlace } from '../../testing/hook-place.ts'
import { expectApiError } from '../../testing/people.ts'
import { runnable, runPlace, wires } from '../../testing/runnable.ts'
import { testServer } from '../../testing/test-server.ts'
import { applyTemplate } from '../testing/apply-template.ts'

const set = (id: string, value: string) => runnable(id, 'set', { parameters: { value } })

test('workflow-and-run-lists.md', async () => {
  const place = await runPlace()
  const { projectId, owner } = place
  const daily = runnable('daily', 'trigger-schedule', { parameters: { cron: '0 9 * * *' } })
  const graph = { nodes: [daily, set('a', '1')], connections: wires('daily -> a') }
  const { id } = await place.create({ name: 'Daily', ...graph, active: true })
  await place.execute({ nodes: [set('a', '1')] }, { workflowId: id })
  /** A run that failed in a node, for the calls behind the first one. */
  async function failRun(): Promise<Record<string, string>> {
    const nodes = [set('bad', '{{ $in.total }}')]
    const { id: workflowId } = await place.save({ nodes })
    const { data } = await place.client.call(executeWorkflow, {
      params: { projectId, workflowId },
      body: { nodes, edges: [] },
      headers: { Prefer: 'respond-async' },
    })
    await eventually(async () => {
      const { run } = await place.client.call(getRun, { params: { projectId, runId: data.runId } })
      return run.status === 'failed'
    }, 20_000)
    return { RUN: data.runId }
  }
  await followPage('workflow-and-run-lists.md', {
    variables: { PLINTH: testServer().address, PROJECT: projectId, TOKEN: owner.token },
    before: async (at) => (at === 1 ? failRun() : undefined),
  })
  const [body = ''] = await readGuide('workflow-and-run-lists.md', 'json')
  const saved = await place.create(JSON.parse(body))
  expect(saved.settings.tags).toEqual(['Billing', 'Monthly'])
})

test('workflow-templates.md', async () => {
  const { activate } = await applyTemplate('checkForm', 'sqlite3')
  const HOOK = addressOf(await activate())
  await followPage('workflow-templates.md', { variables: { HOOK } })
})

test('webhooks.md', async () => {
  const place = await hookPlace()
  const { url, id } = await place.hook({ active: false })
  const leaving = new AbortController()
  const events = place.client.stream(listenToWebhook, {
    params: { projectId: place.projectId, workflowId: id },
    query: { nodeId: 'hook' },
    signal: leaving.signal,
  })
  expect((await events.next()).value).toMatchObject({ state: 'listening' })
  await followPage('webhooks.md', { variables: { WEBHOOK_URL: url } })
  expect((await events.next()).value).toMatchObject({ state: 'received', call: { body: { n: 4 } } })
  leaving.abort()
})

test('node-settings.md', async () => {
  const place = await runPlace()
  const { projectId, owner, client } = place
  const field = (name: string, type: string, options = {}) => ({ id: name, name, type, options })
  const tier = field('tier', 'select', { selectOptions: ['silver', 'gold'] })
  const columns = [field('title', 'text'), field('total', 'number'), field('paid', 'checkbox')]
  const orders = { id: 'orders', name: 'orders', columns: [...columns, tier] }
  await applyTables({ projectId, owner, database: 'sqlite3', tables: [orders] })
  const blocks = await readGuide('node-settings.md', 'json')
  const [parameters, form, refusal] = blocks.map((code) => JSON.parse(code))
  await place.execute({
    nodes: [
      set('order', '{"title": "Tea", "total": 4}'),
      runnable('row', 'database', { parameters }),
    ],
    edges: wires('order -> row'),
  })
  const { data } = await client.call(listRows, {
    params: { table: 'orders' },
    query: { $projectId: projectId },
  })
  const stored = { title: 'Tea', total: 4, paid: true, tier: 'silver' }
  expect(data as Row[]).toMatchObject([stored])
  const approval = { title: 'Pay?', fields: JSON.stringify(form), approvers: owner.email }
  await place.create({ nodes: [runnable('ask', 'approval', { parameters: approval })] })
  const misspelt = { value: '1', kep: true } as never
  const shape = runnable('shape', 'set', { label: 'Shape', parameters: misspelt })
  const error = await expectApiError(
    client.call(createWorkflow, {
      params: place.params,
      body: { name: 'Misspelt', nodes: [shape], connections: [] },
    }),
  )
  const { code, message, details } = refusal
  expect(error).toMatchObject({ code, message, details: [{ path: details[0].path }] })
})
