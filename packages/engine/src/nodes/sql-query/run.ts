import type { Json } from '../../node/json.ts'
import { done, type NodeRun } from '../../node/node-call.ts'
import { badParameter } from '../../node/node-failure.ts'
import { requiredText } from '../../node/read-parameters.ts'
import { sqlServer } from '../parts/sql-server.ts'

const MAX_VALUES = 1_000

function valuesOf(value: Json | undefined): Json[] {
  if (value === undefined || value === '') return []
  if (!Array.isArray(value)) throw badParameter('"values" must be a list.')
  if (value.length > MAX_VALUES) throw badParameter(`"values" has more than ${MAX_VALUES}.`)
  return value
}

/** Returns rows; for writing statements also the number of changed rows. */
export const runSqlQuery: NodeRun = async (call) => {
  const { parameters, ports } = call
  const query = requiredText(parameters, 'query')
  const values = valuesOf(parameters.values)
  const on = await sqlServer(call)
  const mayWrite = on !== 'project' && parameters.access === 'write'
  const { rows, affected } = await ports.sql({ on, query, values, mayWrite })
  return done(mayWrite ? { rows, affected } : rows)
}
