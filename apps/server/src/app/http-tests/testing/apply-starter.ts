import { randomUUID } from 'node:crypto'
import {
  createRow,
  type Database,
  getRow,
  listNodeDefinitions,
  listRuns,
  type Row,
  saveConfiguration,
  syncDatabase,
} from '@plinth/contract'
import {
  STARTERS,
  type StarterId,
  starterConfiguration,
  starterRowBody,
  starterWorkflow,
} from '@plinth/schema'
import { expect } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { workflowPlace } from '../../testing/workflow-place.ts'

/** Applies a starter by the calls of the console, and returns the ids of its rows by their keys. */
export async function applyStarter(id: StarterId, database: Database) {
  const starter = STARTERS[id]
  const fixture = await workflowPlace()
  const { client, params, projectId } = fixture
  const query = { $projectId: projectId }
  const newConfiguration = starterConfiguration(starter, database)
  await client.call(saveConfiguration, { params, body: { newConfiguration } })
  const { release } = await client.call(syncDatabase, { params, body: {} })
  expect(release).toMatchObject({ state: 'applied' })
  const ids = new Map<string, string>()
  for (const row of starter.rows) {
    const body = starterRowBody(starter, row, { ids, newPassword: randomUUID })
    const { data } = await client.call(createRow, { params: { table: row.table }, query, body })
    ids.set(row.key, (data as Row).id)
  }
  const { data } = await client.call(listNodeDefinitions, { params })
  const definitions = Object.values(data.nodeDefinitions).flat()
  const workflow = await fixture.create(starterWorkflow(starter, definitions))
  const idOf = (key: string) => ids.get(key) ?? ''
  const read = async (table: string, rowId: string) =>
    (await client.call(getRow, { params: { table, id: rowId }, query })).data
  /** The row, once a succeeded run of the workflow has set this field. */
  const runSets = (table: string, rowId: string, field: string) =>
    eventually(async () => {
      const { runs } = await client.call(listRuns, {
        params,
        query: { workflowId: workflow.id },
      })
      const row = await read(table, rowId)
      return runs[0]?.status === 'succeeded' && row[field] ? { row, runs } : undefined
    }, 25_000)
  return { ...fixture, query, newConfiguration, starter, idOf, runSets }
}
