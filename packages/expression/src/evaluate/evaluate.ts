import { listBinders, mentionedKeys } from '../check/binders.ts'
import type { Binder, Checked, Comparing } from '../check/checked.ts'
import { ROW_KEY } from '../check/checked.ts'
import { type Failure, failure, issueAt } from '../syntax/issue.ts'
import { testPair } from './compare-values.ts'
import { type Bindings, followHops, readValues } from './read-values.ts'
import type { Data, Rows, Scope } from './scope.ts'

export type Evaluation = {
  readonly checked: Checked
  /** The current row; undefined for an Execute Permission. */
  readonly row?: Data
  readonly rows: Rows
  readonly scope: Scope
  /** Maximum number of comparisons. */
  readonly steps?: number
  /** Maximum number of characters that they compare together. */
  readonly characters?: number
}

export type Verdict = { readonly ok: true; readonly holds: boolean } | Failure

type Run = { readonly rows: Rows; readonly scope: Scope; left: number; characters: number }

const STEPS = 1_000_000

/** A limit of the evaluation is exceeded. */
class Exhausted extends Error {}

/** Evaluates a checked expression over in-memory rows; exceeding a limit is an issue, never true. */
export function evaluate({
  checked,
  row,
  rows,
  scope,
  steps = STEPS,
  characters = Number.POSITIVE_INFINITY,
}: Evaluation): Verdict {
  const run: Run = { rows, scope, left: steps, characters }
  try {
    const holds = holdsNode(run, checked, new Map(row ? [[ROW_KEY, row]] : []))
    return { ok: true, holds }
  } catch (error) {
    if (!(error instanceof Exhausted)) throw error
    return failure(issueAt(checked, 'The expression takes too many steps on these rows'))
  }
}

const sizeOf = (value: unknown): number => (typeof value === 'string' ? value.length : 0)

/** Counts a comparison. Throws Exhausted beyond a limit. */
function count(run: Run, left: unknown, right: unknown): void {
  run.left -= 1
  run.characters -= sizeOf(left) + sizeOf(right)
  if (run.left < 0 || run.characters < 0) throw new Exhausted()
}

function holdsNode(run: Run, node: Checked, bindings: Bindings): boolean {
  switch (node.type) {
    case 'constant':
      return node.value
    case 'not':
      return !holdsNode(run, node.item, bindings)
    case 'any':
      return node.items.some((item) => holdsNode(run, item, bindings))
    case 'all':
      return holdsList(run, node.items, bindings)
    case 'compare':
      if (node.binders.length === 0) return holdsCompare(run, node, bindings)
      return holdsList(run, [node], bindings)
  }
}

/** An && list holds if rows can be chosen for its binders such that every item holds. */
function holdsList(run: Run, items: readonly Checked[], bindings: Bindings): boolean {
  const fresh = listBinders(items).filter((binder) => !bindings.has(binder.key))
  if (fresh.length === 0) return items.every((item) => holdsItem(run, item, bindings))
  const needs = new Map(items.map((item) => [item, mentionedKeys(item)]))
  let groups: Group[] = []
  for (const item of items) {
    const keys = needs.get(item)
    const binders = fresh.filter((binder) => keys?.has(binder.key))
    if (binders.length === 0) {
      if (!holdsItem(run, item, bindings)) return false
    } else groups = joinGroup(groups, { binders, items: [item] })
  }
  // Groups share no row, so each is searched separately: the cost is their sum, not their product.
  return groups.every((group) => {
    const ordered = fresh.filter((binder) => group.binders.includes(binder))
    return search(run, { binders: ordered, items: group.items, needs }, bindings)
  })
}

type Group = { readonly binders: readonly Binder[]; readonly items: readonly Checked[] }

function joinGroup(groups: readonly Group[], added: Group): Group[] {
  const touches = (group: Group) => group.binders.some((binder) => added.binders.includes(binder))
  const touched = [...groups.filter(touches), added]
  const joined = {
    binders: [...new Set(touched.flatMap((group) => group.binders))],
    items: touched.flatMap((group) => group.items),
  }
  return [...groups.filter((group) => !touches(group)), joined]
}

type Search = Group & { readonly needs: ReadonlyMap<Checked, ReadonlySet<string>> }

function search(run: Run, { binders, items, needs }: Search, bindings: Bindings): boolean {
  const [binder, ...rest] = binders
  if (!binder) return items.every((item) => holdsItem(run, item, bindings))
  const isReady = (item: Checked) => !rest.some((other) => needs.get(item)?.has(other.key))
  const ready = items.filter(isReady)
  const waiting = items.filter((item) => !isReady(item))
  for (const row of candidates(run, binder, bindings)) {
    if (--run.left < 0) throw new Exhausted()
    const extended = new Map(bindings).set(binder.key, row)
    if (!ready.every((item) => holdsItem(run, item, extended))) continue
    if (search(run, { binders: rest, items: waiting, needs }, extended)) return true
  }
  return false
}

function candidates(run: Run, { table, origin }: Binder, bindings: Bindings): readonly Data[] {
  if (!origin) return run.rows.list(table)
  return followHops(run.rows, bindings.get(origin.key) ?? {}, origin.hops)
}

function holdsItem(run: Run, item: Checked, bindings: Bindings): boolean {
  return item.type === 'compare'
    ? holdsCompare(run, item, bindings)
    : holdsNode(run, item, bindings)
}

function holdsCompare(run: Run, comparing: Comparing, bindings: Bindings): boolean {
  const around = { scope: run.scope, rows: run.rows, bindings }
  const { quantifier, isNegated, targets, family } = comparing
  const lefts = readValues(comparing.left, quantifier, around)
  const rights = targets.map((target) => readValues(target.operand, quantifier, around))
  const test = (left: unknown, right: unknown, at: number): boolean => {
    const target = targets[at]
    count(run, left, right)
    return target !== undefined && testPair({ comparing, target, left, right })
  }
  const isSome = quantifier === 'some'
  // Ends at the first verdict that decides: lists of thousands have millions of pairs.
  const decides = (verdict: boolean): boolean => verdict === isSome
  const compared = rights[0] ?? []
  const isDecided = (left: unknown): boolean =>
    family === 'member'
      ? decides(rights.some(([right], at) => test(left, right, at)) !== isNegated)
      : compared.some((right) => decides(test(left, right, 0) !== isNegated))
  if (lefts.some(isDecided)) return isSome
  const isEmpty = lefts.length === 0 || (family !== 'member' && compared.length === 0)
  return !isSome && (isNegated || !isEmpty)
}
