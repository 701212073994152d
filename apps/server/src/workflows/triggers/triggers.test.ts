import { deleteWorkflow, deployDatabase, type WorkflowNode } from '@plinth/contract'
import { beforeAll, expect, inject, test } from 'vitest'
import { nodeOf } from '../../app/testing/graph.ts'
import { theAdmin, withPlatform } from '../../app/testing/people.ts'
import { workflowPlace } from '../../app/testing/workflow-place.ts'
import { openDatabase } from '../../foundation/platform/database.ts'
import {
  type FiredTrigger,
  MAX_DEPTH,
  startTriggeredRun,
} from '../runs/start/start-triggered-run.ts'

let fixture: Awaited<ReturnType<typeof workflowPlace>>
beforeAll(async () => {
  fixture = await workflowPlace()
})

const kind = (id: string, name: string, data: Partial<WorkflowNode['data']> = {}) => {
  const node = nodeOf(id, data)
  return {
    ...node,
    data: { ...node.data, definition: { ...node.data.definition, name } },
  }
}
const hook = (id: string, data: Partial<WorkflowNode['data']> = {}) =>
  kind(id, 'trigger-webhook', data)

const ADDRESS = /^http:\/\/localhost:\d+\/hooks\/dev\/[\w-]{22}$/

test("lists a workflow's triggers with webhook URLs", async () => {
  const nodes = [
    hook('h'),
    kind('m', 'trigger-manual'),
    kind('s', 'trigger-schedule', { parameters: { cron: '0 0 1 1 *' } }),
    nodeOf('a'),
  ]
  const { triggers } = await fixture.create({ name: 'Told', nodes, active: true })
  expect(triggers).toEqual([
    { nodeId: 'h', kind: 'trigger-webhook', url: expect.stringMatching(ADDRESS), active: true },
    { nodeId: 's', kind: 'trigger-schedule', active: true },
  ])
})

test('keeps a webhook URL across saves, and restores it with its node', async () => {
  const name = 'Kept'
  const first = await fixture.create({ name, nodes: [hook('h')], active: true })
  const url = first.triggers[0]?.url
  const save = async (body: object) => (await fixture.update(first.id, { name, ...body })).triggers
  expect(await save({ nodes: [hook('h')], active: false })).toMatchObject([{ url, active: false }])
  const off = hook('h', { active: false })
  expect(await save({ nodes: [off], active: true })).toMatchObject([{ url, active: false }])
  expect(await save({ nodes: [], active: true })).toEqual([])
  expect(await save({ nodes: [hook('h')], active: true })).toMatchObject([{ url, active: true }])
  expect((await fixture.list()).find(({ id }) => id === first.id)?.triggers).toMatchObject([
    { url },
  ])
})

test('deletes triggers with the workflow', async () => {
  const { id } = await fixture.create({ name: 'Gone', nodes: [hook('h')], active: true })
  const params = { projectId: fixture.projectId, workflowId: id }
  await fixture.client.call(deleteWorkflow, { params })
  const left = await withPlatform((db) =>
    db.query(
      `select node_id from trigger where workflow_id = $1
       union all select node_id from webhook_address where workflow_id = $1`,
      [id],
    ),
  )
  expect(left.rows).toEqual([])
})

test('registers production triggers with their own URLs on deploy', async () => {
  const { create, client, params, projectId, list } = await workflowPlace()
  const made = await create({ name: 'Live', nodes: [hook('h')], active: true })
  const admin = await theAdmin()
  await admin.client.call(deployDatabase, { params, body: {} })
  const live = (await list()).find(({ environment }) => environment.name === 'production')
  const [trigger] = live?.triggers ?? []
  expect(trigger).toMatchObject({ nodeId: 'h', kind: 'trigger-webhook', active: true })
  expect(trigger?.url).toMatch(/\/hooks\/production\/[\w-]{22}$/)
  await client.call(deleteWorkflow, { params: { projectId, workflowId: made.id } })
  await create({ name: 'Live', nodes: [hook('h'), hook('g')], active: false })
  await admin.client.call(deployDatabase, { params, body: {} })
  const next = (await list()).find(({ environment }) => environment.name === 'production')
  expect(next?.triggers).toMatchObject([
    { nodeId: 'g', active: false },
    { nodeId: 'h', url: trigger?.url, active: false },
  ])
})

/** Delivers an event as a trigger's source does. */
async function fire(fired: Omit<FiredTrigger, 'payload' | 'parentId'>) {
  const url = inject('server').databaseUrl
  const db = openDatabase({ url, maxConnections: 1, onError: () => undefined })
  return db
    .transaction((transaction) =>
      startTriggeredRun(transaction, { payload: { n: 1 }, parentId: null, ...fired }),
    )
    .finally(() => db.close())
}

const readRun = (id: string) =>
  withPlatform(async (db) => {
    const rows = await db.query(
      'select status, trigger, version, depth, error_message, payload from run where id = $1',
      [id],
    )
    return rows.rows[0]
  })

test('starts one run of the current version for a repeated event', async () => {
  const name = 'Events'
  const { id, environment } = await fixture.create({ name, nodes: [hook('h')] })
  await fixture.update(id, { name, nodes: [hook('h'), nodeOf('a')], active: true })
  const event = { environmentId: environment.id, workflowId: id, nodeId: 'h', depth: 0, key: 'e1' }
  const first = await fire(event)
  const again = await fire(event)
  expect(again?.runId).toBe(first?.runId)
  expect(again?.enqueued).toBeUndefined()
  expect(await readRun(first?.runId ?? '')).toMatchObject({
    trigger: 'webhook',
    version: 2,
    payload: '{"n":1}',
  })
  expect((await fire({ ...event, key: 'e2' }))?.runId).not.toBe(first?.runId)
})

test('records an event beyond the maximum depth as failed', async () => {
  const { id, environment } = await fixture.create({
    name: 'Deep',
    nodes: [hook('h')],
    active: true,
  })
  const event = { environmentId: environment.id, workflowId: id, nodeId: 'h', key: 'deep' }
  const refused = await fire({ ...event, depth: MAX_DEPTH + 1 })
  expect(refused?.enqueued).toBeUndefined()
  expect(await readRun(refused?.runId ?? '')).toMatchObject({
    status: 'failed',
    depth: MAX_DEPTH + 1,
    error_message: expect.stringContaining('started each other'),
  })
})

test.each([
  ['is not active', { active: false }, {}],
  ['belongs to another environment', {}, { environmentId: 'env_other' }],
  ['is not a trigger', {}, { nodeId: 'a' }],
  ['does not exist', {}, { nodeId: 'x' }],
])('starts nothing from a node that %s', async (rule, body, other) => {
  const nodes = [hook('h'), nodeOf('a')]
  const { id, environment } = await fixture.create({ name: rule, nodes, active: true, ...body })
  const event = { environmentId: environment.id, workflowId: id, nodeId: 'h', key: 'k', depth: 0 }
  expect(await fire({ ...event, ...other })).toBeUndefined()
})
