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
import { addMissing, TEMPLATES, type TemplateId, templateWorkflow } from '@plinth/schema'
import { expect } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { workflowPlace } from '../../testing/workflow-place.ts'

/** Creates the tables and the inactive workflow of a template by the calls of the console. */
export async function applyTemplate(id: TemplateId, database: Database) {
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
