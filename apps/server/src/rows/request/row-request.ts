import type { Operation, ProjectUse, RowQuery } from '@plinth/contract'
import type { DataTable } from '../../databases/sql/data-model.ts'
import { ONLY_THE_USER } from '../../foundation/http/access/allow-actor.ts'
import { allowEnvironmentRead } from '../../foundation/http/access/production-read.ts'
import type { Caller, RequestInfo } from '../../foundation/http/calls/call.ts'
import { principalOf } from '../../foundation/http/calls/principal-of.ts'
import type { RequestTrace } from '../../foundation/http/calls/request-trace.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { ReleaseRoom } from '../../projects/usage/usage-counter.ts'
import type { RowsContext } from '../context.ts'
import { type EnvironmentKey, isStaleFault } from '../environments/environments.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import type { StatementRunner } from '../runners/row-runner.ts'
import type { Writer } from '../statements/write/write-plan.ts'
import { type AccessPolicy, choosePolicy } from './access-policy.ts'
import { faultToApiError } from './fault-to-api-error.ts'
import {
  admitToEnvironment,
  openEnvironment,
  type ResolvedEnvironment,
} from './resolve-environment.ts'

/** The parts of an API call that every row endpoint has. */
export interface RowCall {
  readonly params: { readonly table: string }
  readonly query: RowQuery
  readonly caller: Caller
  readonly request: RequestInfo
}

/** A table of a loaded environment, with the runner that executes statements on it. */
export interface OpenTable {
  readonly context: RowsContext
  readonly environment: LiveEnvironment
  readonly table: DataTable
  readonly runner: StatementRunner
  readonly now: number
  /** Room of the project's budget for what this request writes, given back when it ends. */
  readonly reserved: ReleaseRoom[]
  /** Nothing of it remains, so that it counts nothing. */
  readonly isSandbox?: true
}

/** A request for the rows of one table, with everything needed to answer it. */
export interface RowRequest extends OpenTable {
  readonly policy: AccessPolicy
  readonly query: RowQuery
  readonly origin: WriteOrigin
  /** Only of HTTP requests; workflow runs have none. */
  readonly trace?: RequestTrace
}

/** Who wrote, as recorded beside the rows. */
export interface WriteOrigin {
  readonly requestId: string
  /** Set for staff only, also those who act as an app user: their changes are audited. */
  readonly staffId: string | undefined
  /** The app user as whom staff act, by table and id. */
  readonly actsAs?: string
  readonly principal: string
  /** The writer as row events name it. */
  readonly writer: Writer
  /** The Idempotency-Key. */
  readonly key: string | undefined
  /** Content that a repeated request must match. */
  readonly content: string
}

interface RowRequestInput {
  readonly call: RowCall & { readonly body?: unknown }
  readonly context: RowsContext
  readonly operation: Operation
  /** The answer has rows of other tables, whose rules apply too. */
  readonly readsOthers?: boolean
}

/**
 * Opens the row request of a call and passes it to `act`: find the environment, check that the caller may work in it,
 * open the table, choose the access policy. A statement compiled for an outdated schema fails without changing
 * anything, so the schema is reloaded and everything from opening the table on is retried once.
 */
export async function withTable<T>(
  { call, context, operation, readsOthers }: RowRequestInput,
  act: (rowRequest: RowRequest) => Promise<T>,
): Promise<T> {
  const { caller, query, params, request } = call
  const { trace } = request
  const { $projectId: projectId, $environment: environment } = query
  const resolved = await admitToEnvironment(context, { caller, request, projectId, environment })
  allowInProduction(resolved, operation)
  context.stoppedProjects.refuse(resolved.key.projectId, useBy(operation))
  const origin = writeOriginOf(operation, call)
  for (let attempt = 1; ; attempt += 1) {
    const open = await openTable({ context, key: resolved.key, table: params.table, trace })
    try {
      rejectComputedWrite(open.table, operation)
      const actor = actorOf(caller, open)
      if (actor) rejectAccountDelete(open.table, operation)
      const policy = await choosePolicy({ call, operation, readsOthers }, open)
      policy.refuseLocked(open.table, operation)
      return await act({ ...open, policy, query, origin: { ...origin, ...actor }, trace })
    } catch (error) {
      await reloadIfStale(open, { error, attempt })
    } finally {
      releaseRoom(open)
    }
  }
}

/** Opens a table for the platform itself, without a policy, and passes it to `act`; retried like `withTable`. */
export async function withOpenTable<T>(
  opening: Opening,
  act: (open: OpenTable) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const open = await openTable(opening)
    try {
      return await act(open)
    } catch (error) {
      await reloadIfStale(open, { error, attempt })
    } finally {
      releaseRoom(open)
    }
  }
}

const WRITES: ReadonlySet<Operation> = new Set(['create', 'update', 'delete'])

const useBy = (operation: Operation): ProjectUse => (WRITES.has(operation) ? 'write' : 'read')

/** In production, staff need the permission to read rows, and only an admin may change them. */
export function allowInProduction(
  { key, access }: ResolvedEnvironment,
  operation: Operation,
): void {
  if (access === undefined || access.role === 'admin' || key.environment !== 'production') return
  if (WRITES.has(operation))
    throw new ApiError('forbidden', 'Only an admin may change rows in production.')
  allowEnvironmentRead(access, key.environment)
}

interface Opening {
  readonly context: RowsContext
  readonly key: EnvironmentKey
  readonly table: string
  readonly trace?: RequestTrace
}

async function openTable({ context, key, table: name, trace }: Opening): Promise<OpenTable> {
  const environment = await openEnvironment(context, key)
  if (trace) trace.environment = environment
  const table = environment.model.tables.get(name)
  if (!table) throw new ApiError('not_found', `Table with name ${name} not found`)
  if (trace) trace.table = table
  const runner = context.environments.runnerOf(environment)
  return { context, environment, table, runner, now: Date.now(), reserved: [] }
}

/** Gives back the room that is still reserved. */
export function releaseRoom({ reserved }: Pick<OpenTable, 'reserved'>): void {
  for (const release of reserved.splice(0)) release()
}

function rejectComputedWrite({ name, definition }: DataTable, operation: Operation): void {
  if (WRITES.has(operation) && definition.type === 'Computed')
    throw new ApiError('method_not_allowed', `Table ${name} is computed and read-only.`)
}

/** Staff who act as an app user of this environment; elsewhere the bearer of their token is a guest. */
function actorOf(caller: Caller, { environment }: OpenTable) {
  if (caller.kind !== 'user' || !caller.user.actor) return undefined
  const { environmentId, tableId, userId, actor } = caller.user
  if (environmentId !== environment.id) return undefined
  return { staffId: actor.staffId, actsAs: `${tableId}/${userId}` }
}

function rejectAccountDelete({ definition }: DataTable, operation: Operation): void {
  if (operation === 'delete' && definition.type === 'Auth')
    throw new ApiError('forbidden', ONLY_THE_USER)
}

/** Reloads the environment if the database has changed since; throws every other error, and a second such error. */
async function reloadIfStale(
  { context, environment, table }: OpenTable,
  { error, attempt }: { error: unknown; attempt: number },
): Promise<void> {
  if (!isStaleFault(error) || attempt > 1) throw faultToApiError(error, table)
  context.environments.evict(environment)
  // The database may also have been created by an older version, which lacks some bookkeeping tables.
  const { projectId, name } = environment
  const { placement } = await openEnvironment(context, { projectId, environment: name })
  await context.engines[placement.engine].ensureInternalTables(placement)
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/

function writeOriginOf(
  name: string,
  { caller, request, params, query, body }: RowRequestInput['call'],
): WriteOrigin {
  const header = request.headers['idempotency-key']
  const key = Array.isArray(header) ? header[0] : header
  if (key !== undefined && !IDEMPOTENCY_KEY.test(key))
    throw new ApiError('bad_request', 'Idempotency-Key is not valid.')
  const content = key === undefined ? '' : JSON.stringify([name, params, query, body ?? null])
  return {
    requestId: request.id,
    staffId: caller.kind === 'staff' ? caller.staff.id : undefined,
    principal: key === undefined ? '' : principalOf({ caller, key, content, ip: request.ip }),
    writer: { by: caller.kind, runId: null, depth: 0 },
    key,
    content,
  }
}

/** The origin of writes by the platform itself, such as setting a password. */
export function systemOrigin({ id }: RequestInfo): WriteOrigin {
  const writer: Writer = { by: 'system', runId: null, depth: 0 }
  return { requestId: id, staffId: undefined, principal: '', writer, key: undefined, content: '' }
}
