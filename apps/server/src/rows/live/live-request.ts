import type { RowQuery } from '@plinth/contract'
import type { DataTable } from '../../databases/sql/data-model.ts'
import type { RowsContext } from '../context.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import type { AccessPolicy } from '../request/access-policy.ts'
import type { RowRequest, WriteOrigin } from '../request/row-request.ts'

/** What serving streams needs of the context. */
export type LiveContext = RowsContext

/** Streams write nothing. */
const NO_ORIGIN: WriteOrigin = {
  requestId: '',
  staffId: undefined,
  principal: '',
  writer: { by: 'system', runId: null, depth: 0 },
  key: undefined,
  content: '',
}

interface LiveRead {
  readonly environment: LiveEnvironment
  readonly table: DataTable
  readonly policy: AccessPolicy
  readonly query: RowQuery
  readonly now?: number
}

/** A request for rows on behalf of a stream. */
export function rowRequestOf(
  context: LiveContext,
  { now = Date.now(), ...read }: LiveRead,
): RowRequest {
  const runner = context.environments.runnerOf(read.environment)
  return { ...read, context, runner, now, reserved: [], origin: NO_ORIGIN }
}
