import type { Json } from '../../node/json.ts'
import { done, type NodeCall, type NodeRun } from '../../node/node-call.ts'
import { badParameter, NodeFailure } from '../../node/node-failure.ts'
import type { RowCall, SqlServer } from '../../node/ports.ts'
import { numberOf, objectOf, requiredText, textOf } from '../../node/read-parameters.ts'
import { sqlServer } from '../parts/sql-server.ts'
import { writeStatement } from './write-statement.ts'

const ACTIONS: ReadonlySet<string> = new Set(['list', 'get', 'create', 'update', 'delete'])
const NAMES_A_ROW: ReadonlySet<string> = new Set(['get', 'update', 'delete'])

function rowOf({ parameters }: NodeCall, action: string) {
  return action === 'create' || action === 'update' ? objectOf(parameters, 'row') : {}
}

const limitOf = ({ parameters }: NodeCall) =>
  numberOf(parameters, 'limit', { min: 1, max: 1000, otherwise: 100 })

/** Executes the action on an external database. */
async function onOther(
  call: NodeCall,
  { on, action }: { on: SqlServer; action: string },
): Promise<Json> {
  const { parameters, ports } = call
  const table = requiredText(parameters, 'table')
  const { query, values } = writeStatement({
    kind: on.kind,
    action,
    table,
    match: action === 'create' ? {} : objectOf(parameters, 'match'),
    row: rowOf(call, action),
    limit: Math.floor(limitOf(call)),
  })
  const mayWrite = action !== 'list' && action !== 'get'
  const { rows, affected, insertId } = await ports.sql({ on, query, values, mayWrite })
  if (action === 'list') return rows
  if (action === 'update' || action === 'delete') return { affected }
  if (action === 'create' && on.kind === 'mysql') return { affected, insertId: insertId ?? null }
  const [row] = rows
  if (row === undefined) {
    throw new NodeFailure(`There is no such row in ${table}.`, { retry: false })
  }
  return row
}

export const runDatabase: NodeRun = async (call) => {
  const { parameters, ports, key } = call
  const action = textOf(parameters, 'action')
  if (!ACTIONS.has(action)) throw badParameter(`There is no action "${action}".`)
  const on = await sqlServer(call)
  if (on !== 'project') return done(await onOther(call, { on, action }))
  const value = await ports.rows({
    action: action as RowCall['action'],
    table: requiredText(parameters, 'table'),
    id: NAMES_A_ROW.has(action) ? requiredText(parameters, 'id') : '',
    row: rowOf(call, action),
    filter: textOf(parameters, 'filter'),
    sort: textOf(parameters, 'sort'),
    limit: limitOf(call),
    key,
  })
  return done(value)
}
