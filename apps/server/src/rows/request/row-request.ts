import type { Operation, RowQuery } from '@plinth/contract'
import type { Data, RequestData } from '@plinth/expression'
import { tableNamed } from '../../databases/sql/data-model.ts'
import { allowEnvironmentRead } from '../../foundation/http/access/production-read.ts'
import type { Caller, RequestInfo } from '../../foundation/http/calls/call.ts'
import type { RequestTrace } from '../../foundation/http/calls/request-trace.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import type { MaybePromise } from '../runners/row-runner.ts'
import { type AccessPolicy, policyFor, staffPolicy } from './access-policy.ts'
import { keyAllows, keyAuthData, rejectUngranted } from './api-key-access.ts'
import { type OpenTable, withOpenTable } from './open-table.ts'
import { readAuthUser } from './read-auth-user.ts'
import { type ResolvedEnvironment, resolveEnvironment } from './resolve-environment.ts'
import { type WriteOrigin, writeOriginOf } from './write-origin.ts'

/** The parts of an API call that every row endpoint has. */
export interface RowCall {
  readonly params: { readonly table: string }
  readonly query: RowQuery
  readonly caller: Caller
  readonly request: RequestInfo
}

/** A request for the rows of one table, with everything needed to answer it. */
export interface RowRequest extends OpenTable {
  readonly policy: AccessPolicy
  readonly query: RowQuery
  readonly origin: WriteOrigin
  /** Only of HTTP requests; workflow runs have none. */
  readonly trace?: RequestTrace
}

interface RowRequestInput {
  readonly call: RowCall & { readonly body?: unknown }
  readonly context: RowsContext
  readonly operation: Operation
}

const WRITES: ReadonlySet<Operation> = new Set(['create', 'update', 'delete'])

/** Resolves environment, table and caller of a call, checks access, and passes the row request to `act`. */
export async function withTable<T>(
  input: RowRequestInput,
  act: (rowRequest: RowRequest) => Promise<T>,
): Promise<T> {
  const { call, context, operation } = input
  const { $projectId: projectId, $environment: environment } = call.query
  const { caller, request } = call
  const choosing = resolveEnvironment(context, { caller, request, projectId, environment })
  const chosen = choosing instanceof Promise ? await choosing : choosing
  allowInProduction(chosen, operation)
  const origin = writeOriginOf(operation, call)
  const { trace } = request
  const { key } = chosen
  return await withOpenTable({ context, key, table: call.params.table, trace }, async (open) => {
    const { table } = open
    if (WRITES.has(operation) && table.definition.type === 'Computed')
      throw new ApiError('method_not_allowed', `Table ${table.name} is computed and read-only.`)
    const found = { ...open, query: call.query, origin, trace }
    const choice = choosePolicy(input, found)
    const policy = choice instanceof Promise ? await choice : choice
    policy.refuseLocked(table, operation)
    return await act({ ...found, policy })
  })
}

/** In production, staff need the permission to read rows, and only an admin may change them. */
function allowInProduction({ key, access }: ResolvedEnvironment, operation: Operation): void {
  if (access === undefined || access.role === 'admin' || key.environment !== 'production') return
  if (WRITES.has(operation))
    throw new ApiError('forbidden', 'Only an admin may change rows in production.')
  allowEnvironmentRead(access, key.environment)
}

type Found = Omit<RowRequest, 'policy'>

function choosePolicy(input: RowRequestInput, found: Found): MaybePromise<AccessPolicy> {
  const { caller } = input.call
  if (caller.kind === 'staff') return staffPolicy()
  if (caller.kind === 'key') return policyWith(input, found, keyAuthData(caller.key))
  // A token is valid in its own environment only; elsewhere its bearer is a guest.
  if (caller.kind !== 'user' || caller.user.environmentId !== found.environment.id)
    return policyWith(input, found, null)
  const user = readAuthUser(found, { ...caller.user, isNeeded: needsUser(input, found) })
  if (user instanceof Promise) return user.then((auth) => policyWith(input, found, auth))
  return policyWith(input, found, user)
}

function policyWith(
  input: RowRequestInput,
  { environment, now, table }: Found,
  auth: Data | null,
): AccessPolicy {
  const { caller } = input.call
  const policyInput = {
    environment,
    auth,
    now,
    request: () => requestDataOf(input, { environment, auth }),
  }
  if (caller.kind !== 'key') return policyFor(policyInput)
  const { key } = caller
  rejectUngranted(key, table, input.operation)
  return policyFor({ ...policyInput, may: (table, operation) => keyAllows(key, table, operation) })
}

function requestDataOf(
  { call, operation }: RowRequestInput,
  { environment, auth }: { environment: LiveEnvironment; auth: Data | null },
): RequestData {
  const { request, body, query } = call
  return {
    auth,
    body: isData(body) ? body : null,
    query,
    // Lazy, because few rules read headers.
    get headers() {
      return openHeaders(request.headers)
    },
    method: METHODS[operation],
    context: 'api',
    env: environment.name,
  }
}

const METHODS: Readonly<Record<Operation, string>> = {
  list: 'GET',
  view: 'GET',
  create: 'POST',
  update: 'PUT',
  delete: 'DELETE',
}

/** Hides credentials from rules. */
function openHeaders({ authorization, cookie, ...rest }: RequestInfo['headers']): Data {
  return rest
}

function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a rule that may apply reads fields of the user's row, which the token does not have. */
function needsUser({ operation }: RowRequestInput, { environment, table, query }: Found): boolean {
  const { rules } = environment
  if (!rules.anyNeedsUserRow) return false
  if (rules.needsUserRow(table, operation)) return true
  const reaches =
    query.$withRelation !== undefined ||
    [query.$filter, query.$sort, query.$columns].some((text) => text?.includes('.')) ||
    [...table.columns.values()].some(
      ({ relation }) =>
        relation && (WRITES.has(operation) || asksOfLinked(environment, relation.target)),
    )
  return reaches
}

/** Whether the view rule of a linked table, which decides which ids are shown, reads the user's row. */
function asksOfLinked({ model, rules }: LiveEnvironment, target: string): boolean {
  return rules.needsUserRow(tableNamed(model, target), 'view')
}
