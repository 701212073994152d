import { check } from '../check/check.ts'
import type { CheckInput } from '../check/check-context.ts'
import type { Checked } from '../check/checked.ts'
import type { Failure } from '../syntax/issue.ts'
import { parse } from '../syntax/parse.ts'
import { evaluate } from './evaluate.ts'
import type { Data, Rows, Scope } from './scope.ts'

/** An empty rule is locked: staff only. */
export type Rule =
  | { readonly type: 'locked' }
  | { readonly type: 'open'; readonly checked: Checked; readonly tables: readonly string[] }

export type RuleResult = { readonly ok: true; readonly rule: Rule } | Failure

/** Parses and checks a rule. */
export function readRule(text: string, input: CheckInput): RuleResult {
  const parsed = parse(text)
  if (!parsed.ok) return parsed
  if (!parsed.expression) return { ok: true, rule: { type: 'locked' } }
  const result = check(parsed.expression, input)
  if (!result.ok) return result
  return { ok: true, rule: { type: 'open', checked: result.checked, tables: result.tables } }
}

export type Action = 'list' | 'view' | 'create' | 'update' | 'delete' | 'execute'

export type Decision = {
  readonly rule: RuleResult
  readonly action: Action
  readonly stored?: Data
  readonly resulting?: Data
  readonly rows: Rows
  readonly scope: Scope
}

type Side = 'stored' | 'resulting'

const JUDGED: Readonly<Record<Action, readonly Side[]>> = {
  list: ['stored'],
  view: ['stored'],
  create: ['resulting'],
  update: ['stored', 'resulting'],
  delete: ['stored'],
  execute: [],
}

/** Whether a rule allows an action, evaluated on the rows relevant to that action; a broken rule never allows. */
export function decide(decision: Decision): 'allowed' | 'denied' | 'locked' | 'broken' {
  const { rule, action, rows, scope } = decision
  if (!rule.ok) return 'broken'
  if (rule.rule.type === 'locked') return 'locked'
  const { checked } = rule.rule
  if (action === 'execute') return toDecision(evaluate({ checked, rows, scope }))
  const isAllowed = JUDGED[action].every((side) => {
    const row = decision[side]
    return row !== undefined && toDecision(evaluate({ checked, row, rows, scope })) === 'allowed'
  })
  return isAllowed ? 'allowed' : 'denied'
}

function toDecision(verdict: ReturnType<typeof evaluate>): 'allowed' | 'denied' {
  return verdict.ok && verdict.holds ? 'allowed' : 'denied'
}
