import type { Operation, RowQuery } from '@plinth/contract'
import type { Data, RequestData } from '@plinth/expression'
import { tableNamed } from '../../databases/sql/data-model.ts'
import { allowEnvironmentRead } from '../../foundation/http/access/production-read.ts'
import type { Caller, RequestFacts } from '../../foundation/http/calls/call.ts'
import type { RequestTrace } from '../../foundation/http/calls/request-trace.ts'
import { Refusal } from '../../foundation/http/errors/refusal.ts'
import type { RowsContext } from '../context.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import type { Soon } from '../runners/row-runner.ts'
import { type ChosenEnvironment, chooseEnvironment } from './choose-environment.ts'
import { type Judge, judgeOf, judgeOfStaff } from './judge.ts'
import { keyData, keyMay, refuseNotGiven } from './key-reach.ts'
import { type OpenTable, onTable } from './on-table.ts'
import { type Origin, originOf } from './origin.ts'
import { readUser } from './read-user.ts'

/** What every call on rows has in common. */
export interface RowCall {
  readonly params: { readonly table: string }
  readonly query: RowQuery
  readonly caller: Caller
  readonly request: RequestFacts
}

/** A call on the rows of one table, with everything known that is needed to answer it. */
export interface Ask extends OpenTable {
  readonly judge: Judge
  readonly query: RowQuery
  readonly origin: Origin
  /** Of a request; runs of workflows leave none. */
  readonly trace?: RequestTrace
}

interface Asking {
  readonly call: RowCall & { readonly body?: unknown }
  readonly context: RowsContext
  readonly operation: Operation
}

const WRITES: ReadonlySet<Operation> = new Set(['create', 'update', 'delete'])

/** Finds whose rows a call is about and who asks, and lets it be answered. */
export async function withTable<T>(asking: Asking, act: (ask: Ask) => Promise<T>): Promise<T> {
  const { call, context, operation } = asking
  const { $projectId: projectId, $environment: environment } = call.query
  const { caller, request } = call
  const choosing = chooseEnvironment(context, { caller, request, projectId, environment })
  const chosen = choosing instanceof Promise ? await choosing : choosing
  allowInProduction(chosen, operation)
  const origin = originOf(operation, call)
  const { trace } = request
  const { key } = chosen
  return await onTable({ context, key, table: call.params.table, trace }, async (open) => {
    const { table } = open
    if (WRITES.has(operation) && table.definition.type === 'Computed')
      throw new Refusal('method_not_allowed', `Table ${table.name} is computed: it is only read.`)
    const found = { ...open, query: call.query, origin, trace }
    const choice = chooseJudge(asking, found)
    const judge = choice instanceof Promise ? await choice : choice
    judge.refuseLocked(table, operation)
    return await act({ ...found, judge })
  })
}

/** Staff need the permission to read rows of production; only an admin changes them. */
function allowInProduction({ key, access }: ChosenEnvironment, operation: Operation): void {
  if (access === undefined || access.role === 'admin' || key.environment !== 'production') return
  if (WRITES.has(operation))
    throw new Refusal('forbidden', 'Only an admin may change rows in production.')
  allowEnvironmentRead(access, key.environment)
}

type Found = Omit<Ask, 'judge'>

function chooseJudge(asking: Asking, found: Found): Soon<Judge> {
  const { caller } = asking.call
  if (caller.kind === 'staff') return judgeOfStaff()
  if (caller.kind === 'key') return judgeWith(asking, found, keyData(caller.key))
  // A token is good in its own environment; anywhere else its bearer is a guest.
  if (caller.kind !== 'user' || caller.user.environmentId !== found.environment.id)
    return judgeWith(asking, found, null)
  const user = readUser(found, { ...caller.user, isNeeded: needsUser(asking, found) })
  if (user instanceof Promise) return user.then((auth) => judgeWith(asking, found, auth))
  return judgeWith(asking, found, user)
}

function judgeWith(asking: Asking, { environment, now, table }: Found, auth: Data | null): Judge {
  const { caller } = asking.call
  const judged = { environment, auth, now, request: () => spokenIn(asking, { environment, auth }) }
  if (caller.kind !== 'key') return judgeOf(judged)
  const { key } = caller
  refuseNotGiven(key, table, asking.operation)
  return judgeOf({ ...judged, may: (...asked) => keyMay(key, ...asked) })
}

function spokenIn(
  { call, operation }: Asking,
  { environment, auth }: { environment: LiveEnvironment; auth: Data | null },
): RequestData {
  const { request, body, query } = call
  return {
    auth,
    body: isData(body) ? body : null,
    query,
    // Few rules ask for them.
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

/** Rules never see what proves who somebody is. */
function openHeaders({ authorization, cookie, ...rest }: RequestFacts['headers']): Data {
  return rest
}

function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a rule that may come into play asks for more of the user than the token tells. */
function needsUser({ operation }: Asking, { environment, table, query }: Found): boolean {
  const { rules } = environment
  if (!rules.anyAsksOfUser) return false
  if (rules.asksOfUser(table, operation)) return true
  const reaches =
    query.$withRelation !== undefined ||
    [query.$filter, query.$sort, query.$columns].some((text) => text?.includes('.')) ||
    [...table.columns.values()].some(
      ({ relation }) =>
        relation && (WRITES.has(operation) || asksOfLinked(environment, relation.target)),
    )
  return reaches
}

/** Whether the rule that decides which ids of a table are shown asks of the user. */
function asksOfLinked({ model, rules }: LiveEnvironment, target: string): boolean {
  return rules.asksOfUser(tableNamed(model, target), 'view')
}
