import { type Explanation, OPERATIONS, type Operation } from '@plinth/contract'
import type { Checked, Data, RequestData } from '@plinth/expression'
import { METHODS } from '../request/access-policy.ts'
import type { OpenTable } from '../request/row-request.ts'
import { compileParts } from '../statements/expression/compile-parts.ts'

/** The user and row to explain; an undefined row stands for a new, empty one. */
export interface ExplainInput {
  readonly auth: Data | null
  readonly row: Data | undefined
}

/** The rule and its sub-conditions, whole rule first; every item of && and || is a part. */
function partsOf(node: Checked): readonly Checked[] {
  if (node.type !== 'all' && node.type !== 'any') return [node]
  return [node, ...node.items.flatMap(partsOf)]
}

type Verdicts = ReadonlyMap<Checked, boolean>

/** The smallest part that alone decides the result. */
function findDecisive(node: Checked, verdicts: Verdicts): Checked {
  if (node.type !== 'all' && node.type !== 'any') return node
  const isTrue = verdicts.get(node) ?? false
  // One false item decides &&, one true item decides ||; otherwise all items decide together.
  if (isTrue !== (node.type === 'any')) return node
  const decisive = node.items.find((item) => verdicts.get(item) === isTrue)
  return decisive ? findDecisive(decisive, verdicts) : node
}

async function evaluateParts(
  { environment, table, runner, now }: OpenTable,
  { checked, request, row }: { checked: Checked; request: RequestData; row: Data | undefined },
): Promise<Verdicts> {
  const { model, constants } = environment
  const parts = partsOf(checked)
  const values = { request, constants, now }
  const statement = compileParts(model, { table, parts, row, values })
  const [found] = await runner.read(environment, statement)
  return new Map(parts.map((part, at) => [part, Number(found?.[`c${at}`]) === 1]))
}

async function explainOne(
  open: OpenTable,
  { auth, row }: ExplainInput,
  operation: Operation,
): Promise<Explanation> {
  const { environment, table } = open
  const rule = table.definition.rules[operation]
  const read = environment.rules.rule(table, operation)
  const whole = { operation, rule, clause: null }
  if (!read.ok) {
    const [issue] = read.issues
    const clause = issue ? { from: issue.from, to: issue.to } : null
    const message = `The rule is broken and denies everybody: ${issue?.message ?? ''}`
    return { operation, rule, clause, verdict: 'broken', message }
  }
  if (read.rule.type === 'locked')
    return { ...whole, verdict: 'locked', message: 'The rule is empty: only staff may do this.' }
  const request: RequestData = {
    auth,
    body: operation === 'create' ? (row ?? {}) : operation === 'update' ? {} : null,
    old: operation === 'update' ? (row ?? null) : null,
    query: {},
    headers: {},
    method: METHODS[operation],
    context: 'api',
    env: environment.name,
  }
  const { checked } = read.rule
  const verdicts = await evaluateParts(open, { checked, request, row })
  const { from, to } = findDecisive(checked, verdicts)
  const isAllowed = verdicts.get(checked) === true
  const part = rule.slice(from, to)
  return {
    operation,
    rule,
    clause: { from, to },
    verdict: isAllowed ? 'allowed' : 'denied',
    message: isAllowed ? `Allowed, because this holds: ${part}` : `Denied by: ${part}`,
  }
}

/** The result of each rule of a table for a user and row, with the clause that decided it. */
export async function explainRules(
  open: OpenTable,
  explained: ExplainInput,
): Promise<Explanation[]> {
  const explanations: Explanation[] = []
  for (const operation of OPERATIONS)
    explanations.push(await explainOne(open, explained, operation))
  return explanations
}
