import type { Operation } from '@plinth/contract'
import { type Data, type Folded, fold, type RequestData } from '@plinth/expression'
import type { DataTable } from '../../databases/sql/data-model.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import type { Viewer } from '../statements/select/row-object.ts'

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
  readonly updateRule?: (table: DataTable) => Folded
  /** The rule of a table, partially evaluated: only conditions on rows are left. */
  rule(table: DataTable, operation: Operation, input?: RuleInput): Folded
  /** Cache key of the evaluated rule: equal keys mean equal rules. Undefined if the rule cannot be cached. */
  cacheKey(table: DataTable, operation: Operation): string | undefined
  /** Throws 403 if the rule is locked, that is for staff only. */
  refuseLocked(table: DataTable, operation: Operation): void
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
    updateRule: (table) => rule(table, 'update', {}),
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
