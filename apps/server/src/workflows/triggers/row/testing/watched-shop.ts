import { type Database, saveConfiguration, syncDatabase, type WorkflowNode } from '@plinth/contract'
import { inject } from 'vitest'
import { eventually } from '../../../../app/testing/eventually.ts'
import { withPlatform } from '../../../../app/testing/people.ts'
import { runnable, wires } from '../../../../app/testing/runnable.ts'
import { workflowPlace } from '../../../../app/testing/workflow-place.ts'
import { send } from '../../../../rows/testing/shelf.ts'

const rules = { list: '', view: '', create: 'true', update: '', delete: '' }
const column = (name: string, type = 'text', options: object = {}) => ({
  id: `o_${name}`,
  name,
  type,
  options,
})

export const ORDERS = {
  id: 'orders',
  name: 'order',
  type: 'Base',
  rules,
  columns: [
    column('name', 'text', { isRequired: true }),
    column('total', 'number'),
    column('secret', 'text', { isHidden: true }),
  ],
}
export const NOTES = { id: 'notes', name: 'note', type: 'Base', rules, columns: [column('text')] }
const COMPUTED = {
  id: 'sums',
  name: 'sum',
  type: 'Computed',
  rules,
  columns: [],
  query: 'select id, name from "order"',
}

/** A run as stored in the platform database. */
export interface SeenRun {
  id: string
  status: string
  trigger: string
  depth: number
  parent: string | null
  error: string | null
  payload: Record<string, unknown>
}

const RUNS = `select id, status, trigger, depth, parent_id as parent, error_message as error, payload
  from run where workflow_id = $1 order by id`

/** Creates a project with tables whose changes start workflows. */
export async function watchedShop(database: Database) {
  const fixture = await workflowPlace()
  const { projectId, params, owner } = fixture
  const draw = async (tables: object[]) => {
    const body = { newConfiguration: { version: 'v1', database, tables } as never }
    await fixture.client.call(saveConfiguration, { params, body })
  }
  const sync = async (tables: object[]) => {
    await draw(tables)
    await fixture.client.call(syncDatabase, { params, body: {} })
  }
  await sync([ORDERS, NOTES, COMPUTED])

  const trigger = (parameters: object, data: Partial<WorkflowNode['data']> = {}) =>
    runnable('t', 'trigger-row', {
      parameters: { table: 'orders', ...parameters } as never,
      ...data,
    })
  let count = 0
  /** Creates a workflow with a row trigger; `then` follows the trigger. */
  const watch = async (parameters: object, then: WorkflowNode[] = []) => {
    count += 1
    const nodes = [trigger(parameters), ...then]
    const connections = then.length > 0 ? wires(`t -> ${then[0]?.id}`) : []
    const workflow = { name: `Watch ${count}`, nodes, connections, active: true }
    return { ...(await fixture.create(workflow)), workflow }
  }
  const rows = async (
    method: string,
    path: string,
    { token = owner.token, ...sending }: Parameters<typeof send>[2] & { token?: string } = {},
  ) => {
    const query = { $projectId: projectId, ...sending.query }
    const answer = await send(method, path, { ...sending, query, ...(token && { token }) })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return answer.body.data as Record<string, unknown> & { id: string }
  }
  const importRows = async (lines: object[]) => {
    const address = `${inject('server').address}/api/data/order/import?$projectId=${projectId}`
    const headers = {
      authorization: `Bearer ${owner.token}`,
      'content-type': 'application/x-ndjson',
    }
    const body = lines.map((line) => JSON.stringify(line)).join('\n')
    const answer = await fetch(address, { method: 'POST', headers, body })
    if (answer.status !== 200) throw new Error(await answer.text())
  }
  const runsOf = (workflowId: string): Promise<SeenRun[]> =>
    withPlatform(async (db) => {
      const rows = await db.query(RUNS, [workflowId])
      return rows.rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) }))
    })
  /** Waits until a workflow has this many runs and all have ended. */
  const ended = (workflowId: string, wanted: number): Promise<SeenRun[]> =>
    eventually(async () => {
      const runs = await runsOf(workflowId)
      const isOver = runs.every(({ status }) => status === 'succeeded' || status === 'failed')
      return runs.length >= wanted && isOver && runs
    }, 25_000)
  return { ...fixture, draw, sync, trigger, watch, rows, importRows, runsOf, ended }
}
