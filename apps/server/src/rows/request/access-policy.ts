import type { Operation, RowQuery } from '@plinth/contract'
import { type Data, type Folded, fold, type RequestData } from '@plinth/expression'
import { type DataTable, tableNamed } from '../../databases/sql/data-model.ts'
import type { Caller, RequestInfo } from '../../foundation/http/calls/call.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import type { StatementRunner } from '../runners/row-runner.ts'
import { readsRelation } from '../statements/expression/request-needs.ts'
import type { Viewer } from '../statements/select/row-object.ts'
import { keyAllows, keyAuthData, rejectUngranted } from './api-key-access.ts'
import { readRuledRow } from './read-ruled-row.ts'
import { ruledRowTooLarge } from './too-large.ts'

/** The sent body and the previous values of one row. */
interface RuleInput {
  readonly body?: Data | undefined
  readonly old?: Data | undefined
}

/** Evaluates access rules for one caller. Staff bypass them. */
export interface AccessPolicy {
  readonly isStaff: boolean
  readonly viewer: Viewer
  /** Rules of other tables; undefined for staff. */
  readonly listRule?: (table: DataTable) => Folded
  /** The rule for a write that changes one relation of a row of another table; undefined for staff. */
  readonly linkRule?: (table: DataTable, relation: string) => Folded
  /** The rule of a table, partially evaluated: only conditions on rows are left. */
  rule(table: DataTable, operation: Operation, input?: RuleInput): Folded
  /** Cache key of the evaluated rule: equal keys mean equal rules. Undefined if the rule cannot be cached. */
  cacheKey(table: DataTable, operation: Operation): string | undefined
  /** Throws 403 if the rule is locked, that is for staff only. */
  refuseLocked(table: DataTable, operation: Operation): void
}

interface RuledRequest {
  readonly call: {
    readonly caller: Caller
    readonly request: RequestInfo
    readonly query: RowQuery
    readonly body?: unknown
  }
  readonly operation: Operation
  /** The answer has rows of other tables, whose rules apply too. */
  readonly readsOthers?: boolean | undefined
}

interface NeedingRequest extends Pick<RuledRequest, 'operation' | 'readsOthers'> {
  readonly call: Pick<RuledRequest['call'], 'query'>
}

interface RuledTable {
  readonly context: Pick<RowsContext, 'env'>
  readonly environment: LiveEnvironment
  readonly table: DataTable
  readonly runner: StatementRunner
  readonly now: number
}

/** The policy of the caller of a request. Throws 403 if an API key lacks the grant. */
export async function choosePolicy(ruled: RuledRequest, open: RuledTable): Promise<AccessPolicy> {
  const { caller } = ruled.call
  if (caller.kind === 'staff') return staffPolicy()
  const { environment, now } = open
  const auth = await authOf(ruled, open)
  const request = () => requestDataOf(ruled, { environment, auth })
  if (caller.kind !== 'key') return policyFor({ environment, auth, request, now })
  const { key } = caller
  rejectUngranted(key, open.table, ruled.operation)
  const may = (table: DataTable, operation: Operation) => keyAllows(key, table, operation)
  return policyFor({ environment, auth, request, now, may })
}

/** The caller as rules see it; null for a guest. */
async function authOf(ruled: RuledRequest, open: RuledTable): Promise<Data | null> {
  const { caller } = ruled.call
  if (caller.kind === 'key') return keyAuthData(caller.key)
  // A token is valid in its own environment only; elsewhere its bearer is a guest.
  if (caller.kind !== 'user' || caller.user.environmentId !== open.environment.id) return null
  return await readAuthUser(open, { ...caller.user, isNeeded: needsUserRow(ruled, open) })
}

interface AskedUser {
  readonly tableId: string
  readonly userId: string
  /** Whether rules read fields that the token does not have. */
  readonly isNeeded: boolean
}

/** The `auth` data of an app user for rules; null if its table or row no longer exists. Throws 413 for a large row. */
export async function readAuthUser(
  open: Pick<RuledTable, 'context' | 'environment' | 'runner'>,
  { tableId, userId, isNeeded }: AskedUser,
): Promise<Data | null> {
  const { context, environment } = open
  const table = tableWithId(environment, tableId)
  if (table?.definition.type !== 'Auth') return null
  const known = { id: userId, table: table.name, kind: 'user' }
  if (!isNeeded) return known
  const row = await readRuledRow(open, { table, id: userId })
  if (row === 'too large') throw ruledRowTooLarge(context.env.maxAnswerBytes, 'account')
  return row ? { ...row, ...known } : null
}

function tableWithId({ model }: LiveEnvironment, tableId: string): DataTable | undefined {
  for (const table of model.tables.values()) if (table.id === tableId) return table
  return undefined
}

/** Whether a rule that may apply reads fields of the user's row, which the token does not have. */
export function needsUserRow(
  { call: { query }, operation, readsOthers = false }: NeedingRequest,
  { environment: { model, rules }, table }: Pick<RuledTable, 'environment' | 'table'>,
): boolean {
  if (!rules.anyNeedsUserRow) return false
  if (readsOthers || rules.needsUserRow(table, operation)) return true
  const isWrite = operation !== 'list' && operation !== 'view'
  return (
    query.$withRelation !== undefined ||
    [query.$filter, query.$sort, query.$columns].some((text) => text?.includes('.')) ||
    // The view rule of a linked table decides which ids are shown.
    [...table.columns.values()].some(
      ({ relation }) =>
        relation && (isWrite || rules.needsUserRow(tableNamed(model, relation.target), 'view')),
    )
  )
}

function requestDataOf(
  { call, operation }: RuledRequest,
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

/** The HTTP method that rules see. */
export const METHODS: Readonly<Record<Operation, string>> = {
  list: 'GET',
  view: 'GET',
  create: 'POST',
  update: 'PUT',
  delete: 'DELETE',
}

/** Hides credentials from rules. */
export function openHeaders({ authorization, cookie, ...rest }: RequestInfo['headers']): Data {
  return rest
}

function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const STAFF_POLICY: AccessPolicy = {
  isStaff: true,
  viewer: { seesHidden: true },
  rule: () => true,
  cacheKey: () => 'staff',
  refuseLocked: () => undefined,
}

interface PolicyInput {
  readonly environment: LiveEnvironment
  readonly auth: Data | null
  /** The request data that rules may read. Built on first use, because most rules read none. */
  readonly request: () => RequestData
  readonly now: number
  /** Grants of an API key, checked before the rule. */
  readonly may?: ((table: DataTable, operation: Operation) => boolean) | undefined
}

/** The policy of a caller who is not staff. */
export function policyFor({ environment, auth, request, now, may }: PolicyInput): AccessPolicy {
  const { rules, constants } = environment
  let data: RequestData | undefined
  const who = auth ? `${auth.kind}/${auth.table}/${auth.id}` : 'guest'
  const rule = (table: DataTable, operation: Operation, input?: RuleInput): Folded => {
    if (may && !may(table, operation)) return false
    if (rules.dependency(table, operation) !== 'caller') return evaluate(table, operation, input)
    return rules.verdict({ table, operation, who }, () => evaluate(table, operation))
  }
  const evaluate = (table: DataTable, operation: Operation, input?: RuleInput): Folded => {
    const read = rules.rule(table, operation)
    // Locked and broken rules deny.
    if (!read.ok || read.rule.type === 'locked') return false
    data ??= request()
    if (!input) return fold(read.rule.checked, { request: data, constants, now })
    const { body = null, old = null } = input
    return fold(read.rule.checked, { request: { ...data, body, old }, constants, now })
  }
  return {
    isStaff: false,
    viewer: { seesHidden: false, viewRule: (table) => rule(table, 'view') },
    listRule: (table) => rule(table, 'list'),
    linkRule(table, relation) {
      const read = rules.rule(table, 'update')
      const isOpen = read.ok && read.rule.type === 'open'
      // What the row held, and will hold, is not known here.
      if (isOpen && readsRelation(read.rule.checked, relation)) return false
      return rule(table, 'update', { body: { [relation]: null } })
    },
    rule,
    cacheKey(table, operation) {
      const dependency = rules.dependency(table, operation)
      if (dependency === 'requestAndRow') return undefined
      if (dependency === 'callerAndRow') return who
      return String(rule(table, operation))
    },
    refuseLocked(table, operation) {
      const read = rules.rule(table, operation)
      if (read.ok && read.rule.type === 'locked')
        throw new ApiError('forbidden', `Only staff may ${WORDS[operation]} here.`)
    },
  }
}

export const staffPolicy = (): AccessPolicy => STAFF_POLICY

const WORDS: Readonly<Record<Operation, string>> = {
  list: 'list rows',
  view: 'see rows',
  create: 'create rows',
  update: 'change rows',
  delete: 'delete rows',
}
