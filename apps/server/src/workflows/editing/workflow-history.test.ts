import {
  createCredential,
  deleteWorkflow,
  getWorkflowVersion,
  listAudit,
  listWorkflowVersions,
  type WorkflowNode,
} from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { connectionOf, nodeOf } from '../../app/testing/graph.ts'
import { expectApiError, withPlatform } from '../../app/testing/people.ts'
import { graph, workflowPlace as place, SETTINGS } from '../../app/testing/workflow-place.ts'

test('stores a version with every save, and deletes them with the workflow', async () => {
  const { client, projectId, owner, create, update } = await place()
  const made = await create({ nodes: graph.nodes })
  await update(made.id, { name: 'Second' })
  const params = { projectId, workflowId: made.id }
  const { versions } = await client.call(listWorkflowVersions, { params })
  expect(versions).toMatchObject([
    { revision: 2, name: 'Second', nodeCount: 0, by: owner.email, releaseId: null },
    { revision: 1, name: 'Orders', nodeCount: 2 },
  ])
  const { version } = await client.call(getWorkflowVersion, {
    params: { ...params, revision: '1' },
  })
  expect(version).toMatchObject({ name: 'Orders', nodes: graph.nodes, settings: SETTINGS })
  const beyond = client.call(getWorkflowVersion, { params: { ...params, revision: '3' } })
  expect((await expectApiError(beyond)).status).toBe(404)
})

test('stores notes with each version, and keeps them if a save leaves them out', async () => {
  const { client, projectId, create, update, get } = await place()
  const size = { width: 300, height: 80 }
  const notes = [{ id: 'note-1', text: 'Ask **Ada** first', position: { x: 10, y: 20 }, size }]
  const made = await create({ nodes: graph.nodes, settings: JSON.stringify({ notes }) })
  expect(made.settings).toEqual({ ...SETTINGS, notes })
  await update(made.id, { settings: '{}' })
  expect((await get(made.id)).settings.notes).toEqual(notes)
  await update(made.id, { settings: JSON.stringify({ notes: [] }) })
  expect((await get(made.id)).settings).toEqual(SETTINGS)
  const params = { projectId, workflowId: made.id, revision: '2' }
  const { version } = await client.call(getWorkflowVersion, { params })
  expect(version.settings.notes).toEqual(notes)
  const many = Array.from({ length: 201 }, (_, at) => ({ ...notes[0], id: `note-${at}` }))
  const refused = update(made.id, { settings: JSON.stringify({ notes: many }) })
  expect((await expectApiError(refused)).message).toContain('has more than 200 notes')
  const huge = { ...notes[0], size: { width: 300, height: 2001 } }
  const refusedSize = update(made.id, { settings: JSON.stringify({ notes: [huge] }) })
  expect(await expectApiError(refusedSize)).toMatchObject({ status: 422, code: 'invalid' })
})

describe('two editors', () => {
  test('lets one of twenty saves on a revision win; the others get both versions', async () => {
    const { create, update, get } = await place()
    const made = await create()
    const saves = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => update(made.id, { name: `Save ${at}` }, 1)),
    )
    const won = saves.flatMap((save) => (save.status === 'fulfilled' ? [save.value] : []))
    expect(won).toHaveLength(1)
    for (const [at, save] of saves.entries()) {
      if (save.status === 'fulfilled') continue
      expect(save.reason).toMatchObject({ status: 409, code: 'stale' })
      expect(save.reason.details).toMatchObject({
        revision: 2,
        theirs: won[0],
        yours: { name: `Save ${at}`, nodes: [], connections: [], settings: SETTINGS },
      })
    }
    expect(await get(made.id)).toEqual(won[0])
  })
})

test('compares status with production by name, and credentials by type and name', async () => {
  const { client, projectId, params, create, list } = await place()
  const body = { name: 'Key', type: 'custom' as const, data: {} }
  const { credential } = await client.call(createCredential, { params, body })
  const nodes = [nodeOf('a', { credentials: { key: credential.id } })]
  await create({ name: 'Same', nodes })
  await create({ name: 'Other', nodes })
  await create({ name: 'New' })
  await withPlatform(async (db) => {
    const [production] = (
      await db.query(`select id from environment where project_id = $1 and name = 'production'`, [
        projectId,
      ])
    ).rows
    const twin = 'crd_01h455vb4pex5vsknk084sn02q'
    await db.query(
      `insert into credential (id, environment_id, name, type, data) values ($1, $2, 'Key', 'custom', '{}')`,
      [twin, production.id],
    )
    await db.query(
      `insert into workflow (id, environment_id, name, nodes, connections, settings, active, node_count, credentials, digest)
       select replace(id, 'wfl_0', 'wfl_1'), $1, name, replace(nodes, $2, $3), connections, settings,
         name <> 'Same', node_count, replace(credentials, $2, $3),
         case when name = 'Same' then digest else 'another' end
       from workflow where name in ('Same', 'Other') and credentials like '%' || $2 || '%'`,
      [production.id, credential.id, twin],
    )
  })
  const statuses = (await list())
    .filter((one) => one.environment.name === 'dev')
    .map((one) => [one.name, one.status])
  expect(Object.fromEntries(statuses)).toEqual({
    Same: 'In sync',
    Other: 'Out of sync',
    New: 'Not in Production',
  })
})

test('records who did what in the audit trail, without the canvas (R43)', async () => {
  const { client, params, projectId, create, update } = await place()
  const made = await create({ nodes: graph.nodes })
  await update(made.id, { active: true })
  await client.call(deleteWorkflow, { params: { projectId, workflowId: made.id } })
  const { entries } = await client.call(listAudit, { params, query: { area: 'workflow' } })
  expect(entries.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
    {
      action: 'deleted',
      before: { name: 'Orders', active: true, nodes: 0, revision: 2 },
      after: null,
    },
    {
      action: 'changed',
      before: { name: 'Orders', active: false, nodes: 2, revision: 1 },
      after: { name: 'Orders', active: true, nodes: 0, revision: 2 },
    },
    {
      action: 'created',
      before: null,
      after: { name: 'Orders', active: false, nodes: 2, revision: 1 },
    },
  ])
})

test('saves and returns 500 nodes with a kilobyte of code each', async () => {
  const { create, update, get } = await place()
  const nodes: WorkflowNode[] = Array.from({ length: 500 }, (_, at) =>
    nodeOf(`n${at}`, { parameters: { code: 'x'.repeat(1000) } }),
  )
  const connections = nodes.slice(1).map((node, at) => connectionOf(`n${at}`, node.id))
  const { id } = await create({ nodes, connections })
  const body = { nodes: JSON.stringify(nodes), connections: JSON.stringify(connections) }
  for (let revision = 1; revision <= 5; revision += 1) await update(id, body, revision)
  expect((await get(id)).nodes).toHaveLength(500)
})
