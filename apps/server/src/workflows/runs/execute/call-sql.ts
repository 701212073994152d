import { MAX_ROWS } from '@plinth/contract'
import { findDanger, type Json, NodeFailure, type SqlAnswer, type SqlCall } from '@plinth/engine'
import { queryMariadb } from '../../../foundation/egress/query-mariadb.ts'
import { queryPostgres } from '../../../foundation/egress/query-postgres.ts'
import { sqlTargetOf } from '../../../foundation/egress/sql-target.ts'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import { readJson } from '../../../foundation/platform/stored-json.ts'
import { runRawQuery } from '../../../rows/read/raw-query.ts'
import { openEnvironment } from '../../../rows/request/resolve-environment.ts'
import type { SandboxedRows } from '../../../rows/request/with-sandbox-table.ts'
import { DatabaseFault } from '../../../rows/runners/database-fault.ts'
import type { WorkflowsContext } from '../../context.ts'
import type { NodeContext } from './node-context.ts'

const LATER = new Set(['unavailable', 'timeout', 'internal', 'rate_limited'])
const TOO_LARGE = 'The rows are too large together. Select fewer columns or rows.'

/** Values the driver can bind; objects and arrays are sent as JSON. */
function bindable(value: Json): string | number | null {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/** PostgreSQL converts text to any type, but rejects a number where it expects a boolean. */
const asText = (value: Json) => (typeof value === 'boolean' ? String(value) : bindable(value))

interface CallToRun {
  of: NodeContext
  call: SqlCall
  /** The rows that the query reads, instead of those of the environment. */
  sandbox?: SandboxedRows | undefined
}

/** Queries the project's own tables with this environment's read-only role (R11). */
async function onProject(
  context: WorkflowsContext,
  { of, call, sandbox }: CallToRun,
): Promise<readonly object[]> {
  try {
    const environment = sandbox?.environment ?? (await openEnvironment(context, of))
    const runner = sandbox?.runner ?? context.environments.runnerOf(environment)
    const bind = environment.placement.engine === 'postgres' ? asText : bindable
    const open = { context, environment, runner }
    const { rows, isTruncated } = await runRawQuery(open, call.query, call.values.map(bind))
    // A node cannot tell the run that rows are missing; the row limit is part of its description.
    if (isTruncated && rows.length < MAX_ROWS) throw new NodeFailure(TOO_LARGE, { retry: false })
    return rows
  } catch (error) {
    if (error instanceof ApiError) {
      throw new NodeFailure(error.message, { retry: LATER.has(error.code) })
    }
    if (!(error instanceof DatabaseFault)) throw error
    if (error.fault.kind === 'unavailable') throw new NodeFailure(error.fault.message)
    const words = error.fault.kind === 'timeout' ? 'took too long' : 'is busy'
    throw new NodeFailure(`The database ${words}.`)
  }
}

/** Converts dates, large numbers and bytes to JSON; rejects dangerous keys (R35). */
function toJson(rows: readonly object[]): Json[] {
  const plain = (_key: string, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value
  const read = rows.map((row) => readJson(JSON.stringify(row, plain)))
  const danger = findDanger(read)
  if (danger) throw new NodeFailure(`The rows cannot be used. ${danger}`, { retry: false })
  return read
}

/** Runs one statement with bound values against the database that the node selects. */
export async function callSql(
  context: WorkflowsContext,
  { of, call, sandbox }: CallToRun,
): Promise<SqlAnswer> {
  const { on, query, values, mayWrite } = call
  if (on === 'project') {
    return { rows: toJson(await onProject(context, { of, call, sandbox })), affected: 0 }
  }
  const options = { ...context.env.egress, signal: of.signal }
  const { rows, ...rest } =
    on.kind === 'postgres'
      ? await queryPostgres(
          {
            target: sqlTargetOf(on.credential.data, 5432),
            statement: { query, values: values.map(asText), mayWrite },
          },
          options,
        )
      : await queryMariadb(
          {
            target: sqlTargetOf(on.credential.data, 3306),
            statement: { query, values: values.map(bindable), mayWrite },
          },
          options,
        )
  return { rows: toJson(rows), ...rest }
}
