import {
  createCredential,
  deleteWorkflow,
  getWorkflow,
  listNodeDefinitions,
  listWorkflowVersions,
  updateWorkflow,
} from '@plinth/contract'
import { expect, inject, test } from 'vitest'
import { connectionOf, nodeOf } from '../../app/testing/graph.ts'
import { expectApiError } from '../../app/testing/people.ts'
import { graph, workflowPlace as place, SETTINGS } from '../../app/testing/workflow-place.ts'

test('creates, reads, lists, changes and deletes a workflow; accepts the canvas as text or as values', async () => {
  const { client, projectId, create, update, get, list } = await place()
  const texts = Object.fromEntries(
    Object.entries(graph).map(([key, value]) => [key, JSON.stringify(value)]),
  )
  const made = await create({ ...texts, active: true })
  expect(made).toMatchObject({
    name: 'Orders',
    active: true,
    nodes: graph.nodes,
    connections: graph.connections,
    environment: { name: 'dev' },
    status: 'Not in Production',
    revision: 1,
  })
  expect(made.settings).toEqual({
    ...SETTINGS,
    errorHandling: { ...SETTINGS.errorHandling, retryCount: 3 },
  })
  expect(await get(made.id)).toEqual(made)
  expect(await list()).toEqual([made])
  const saved = await update(made.id, { name: 'Renamed', nodes: graph.nodes }, 1)
  expect(saved).toMatchObject({ name: 'Renamed', active: false, connections: [], revision: 2 })
  expect(saved.settings).toEqual(SETTINGS)
  const drop = (ifMatch: number) =>
    client.call(deleteWorkflow, { params: { projectId, workflowId: made.id }, ifMatch })
  expect((await expectApiError(drop(1))).code).toBe('stale')
  await drop(2)
  expect(await list()).toEqual([])
  expect((await expectApiError(get(made.id))).status).toBe(404)
})

/** Shared by the tests that leave nothing behind. */
let once: ReturnType<typeof place> | undefined
const anywhere = () => {
  once ??= place()
  return once
}

test.each([
  { name: 'no name', body: { name: undefined } },
  { name: 'no nodes', body: { nodes: undefined } },
  { name: 'no connections', body: { connections: undefined } },
  { name: 'text that is not JSON', body: { nodes: '[' } },
  { name: 'a list where settings belong', body: { settings: '[]' } },
  { name: 'an id in the body (R22)', body: { id: 'wfl_01h455vb4pex5vsknk084sn02q' } },
  { name: 'an environment (R22)', body: { environment: { name: 'production' } } },
  { name: 'an unknown field of a node', body: { nodes: [{ ...nodeOf('a'), extra: 1 }] } },
  { name: 'two nodes with the same id', body: { nodes: [nodeOf('a'), nodeOf('a')] } },
  { name: 'a connection to an unknown node', body: { connections: [connectionOf('a', 'b')] } },
  { name: 'a concurrency of 0', body: { settings: { execution: { concurrency: 0 } } } },
  {
    name: 'an unknown failure action',
    body: { settings: { errorHandling: { failureAction: 'x' } } },
  },
])('rejects $name', async ({ body }) => {
  const { create } = await anywhere()
  expect(await expectApiError(create(body))).toMatchObject({ status: 422, code: 'invalid' })
})

test.each(['__proto__', 'constructor', 'prototype'])(
  'rejects the key %s, also inside JSON text (R35)',
  async (key) => {
    const { projectId, owner } = await place()
    const node = JSON.stringify(nodeOf('a')).replace(
      '"parameters":{}',
      `"parameters":{"${key}":{}}`,
    )
    const send = async (nodes: string) => {
      const answer = await fetch(`${inject('server').address}/api/project/${projectId}/workflow`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
        body: `{"name":"x","connections":[],"nodes":${nodes}}`,
      })
      return { status: answer.status, text: await answer.text() }
    }
    expect(await send(`[${node}]`)).toMatchObject({ status: 400 })
    const inText = await send(JSON.stringify(`[${node}]`))
    expect(inText.status).toBe(422)
    expect(inText.text).toContain(`The key \\"${key}\\" is not allowed.`)
  },
)

test('requires a name that is unique in its environment', async () => {
  const { create, update } = await place()
  await create({ name: 'One' })
  const two = await create({ name: 'Two' })
  expect((await expectApiError(create({ name: ' One ' }))).details).toMatchObject([
    { path: 'name' },
  ])
  expect((await expectApiError(update(two.id, { name: 'One' }))).code).toBe('conflict')
})

test('makes labels unique, and uses the display name for a missing one', async () => {
  const { create } = await place()
  const labels = ['Same', 'Same', 'Same 2', 'Same', '', '']
  const nodes = labels.map((label, at) => nodeOf(`n${at}`, { label }))
  const made = await create({ nodes })
  expect(made.nodes.map((node) => node.data.label)).toEqual([
    'Same',
    'Same 3',
    'Same 2',
    'Same 4',
    'JavaScript',
    'JavaScript 2',
  ])
})

test('removes a credential of another project from a graph (R18)', async () => {
  const [mine, theirs] = [await place(), await place()]
  const credential = async ({ client, params }: typeof mine) =>
    (await client.call(createCredential, { params, body: { name: 'K', type: 'custom', data: {} } }))
      .credential.id
  const [own, foreign] = [await credential(mine), await credential(theirs)]
  const nodes = [nodeOf('a', { credentials: { own, foreign } })]
  const made = await mine.create({ nodes })
  expect(made.nodes[0]?.data.credentials).toEqual({ own })
  const saved = await mine.update(made.id, { nodes })
  expect(saved.nodes[0]?.data.credentials).toEqual({ own })
})

test("answers 404 for another project's workflows (R1)", async () => {
  const [mine, theirs] = [await place(), await place()]
  const { id } = await theirs.create()
  const params = { projectId: mine.projectId, workflowId: id }
  const none = { projectId: mine.projectId, workflowId: `${id.slice(0, -4)}0000` }
  const calls = [
    (named: typeof params) => mine.client.call(getWorkflow, { params: named }),
    (named: typeof params) => mine.client.call(deleteWorkflow, { params: named }),
    (named: typeof params) => mine.client.call(listWorkflowVersions, { params: named }),
    (named: typeof params) =>
      mine.client.call(updateWorkflow, {
        params: named,
        body: { name: '', nodes: [], connections: [] },
      }),
  ]
  for (const call of calls) {
    const [foreign, missing] = [
      await expectApiError(call(params)),
      await expectApiError(call(none)),
    ]
    expect(foreign.status).toBe(404)
    expect(foreign.message).toBe(missing.message)
  }
})

test('lists the kinds of nodes by category', async () => {
  const { client, params } = await anywhere()
  const { nodeDefinitions } = (await client.call(listNodeDefinitions, { params })).data
  for (const [category, definitions] of Object.entries(nodeDefinitions)) {
    expect(definitions.length).toBeGreaterThan(0)
    expect(new Set(definitions.map((one) => one.category))).toEqual(new Set([category]))
  }
})
