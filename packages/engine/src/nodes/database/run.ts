import { done, type NodeRun } from '../../node/node-call.ts'
import type { RowCall } from '../../node/ports.ts'
import { numberOf, objectOf, requiredText, textOf } from '../../node/read-parameters.ts'
import { badParameter } from '../../node-failure.ts'

const ACTIONS: ReadonlySet<string> = new Set(['list', 'get', 'create', 'update', 'delete'])
const NAMES_A_ROW: ReadonlySet<string> = new Set(['get', 'update', 'delete'])

export const runDatabase: NodeRun = async ({ parameters, ports, key }) => {
  const action = textOf(parameters, 'action')
  if (!ACTIONS.has(action)) throw badParameter(`There is no action "${action}".`)
  const value = await ports.rows({
    action: action as RowCall['action'],
    table: requiredText(parameters, 'table'),
    id: NAMES_A_ROW.has(action) ? requiredText(parameters, 'id') : '',
    row: action === 'create' || action === 'update' ? objectOf(parameters, 'row') : {},
    filter: textOf(parameters, 'filter'),
    sort: textOf(parameters, 'sort'),
    limit: numberOf(parameters, 'limit', { min: 1, max: 1000, otherwise: 100 }),
    key,
  })
  return done(value)
}
