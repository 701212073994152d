import { isObject, type Json } from '../node/json.ts'

/**
 * Steps that the expectations of one test may take together. They run in the process that answers requests, so that this
 * is also the time for which it answers nobody else.
 */
const MAX_COMPARISON_STEPS = 1_000_000

/** Characters of a text that are compared in one step. */
const TEXT_PER_STEP = 100
/** A search in a text takes up to the product of both lengths; so many characters of it are one step. */
const SEARCH_PER_STEP = 500

class TooManySteps extends Error {}

/** Counts the work of comparisons, and ends them before they block the process. */
export class ComparisonBudget {
  #left = MAX_COMPARISON_STEPS

  spend(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw new TooManySteps('test: too many comparison steps')
  }

  /** The result of a comparison, or the sentence that it is too large. */
  within(compare: () => string | undefined): string | undefined {
    try {
      return compare()
    } catch (error) {
      if (error instanceof TooManySteps)
        return 'is too large to be compared: expect a smaller part of it, by its path'
      throw error
    }
  }

  /** Spends the steps for each entry of a value, at all depths. */
  spendForEach(value: Json, steps: number): void {
    this.spend(typeof value === 'string' ? steps * (1 + value.length / TEXT_PER_STEP) : steps)
    if (value === null || typeof value !== 'object') return
    const entries = Array.isArray(value) ? value : Object.values(value)
    for (const entry of entries) this.spendForEach(entry, steps)
  }
}

/** Whether two values are equal as JSON, as `isSame` does it, within a budget. */
export function isSameWithin(budget: ComparisonBudget, one: Json, other: Json): boolean {
  budget.spend(1)
  if (typeof one === 'string' && typeof other === 'string') {
    if (one.length !== other.length) return false
    budget.spend(one.length / TEXT_PER_STEP)
    return one === other
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    if (one.length !== other.length) return false
    return one.every((entry, at) => isSameWithin(budget, entry, other[at] as Json))
  }
  if (!isObject(one) || !isObject(other)) return one === other
  const keys = Object.keys(one)
  const otherKeys = Object.keys(other)
  budget.spend(keys.length + otherKeys.length)
  if (keys.length !== otherKeys.length) return false
  return keys.every(
    (key) =>
      Object.hasOwn(other, key) && isSameWithin(budget, one[key] as Json, other[key] as Json),
  )
}

/** Whether a value has a part: of a text, an entry of a list, or some fields of an object. */
export function containsWithin(budget: ComparisonBudget, whole: Json, part: Json): boolean {
  if (typeof whole === 'string') {
    if (typeof part !== 'string') return false
    budget.spend(1 + (whole.length * part.length) / SEARCH_PER_STEP)
    return whole.includes(part)
  }
  if (Array.isArray(whole)) return whole.some((entry) => isSameWithin(budget, entry, part))
  if (!isObject(whole) || !isObject(part)) return isSameWithin(budget, whole, part)
  const keys = Object.keys(part)
  budget.spend(keys.length)
  return keys.every((key) => {
    const own = Object.hasOwn(whole, key) ? whole[key] : undefined
    const wanted = part[key] as Json
    if (own === undefined) return false
    return (
      isSameWithin(budget, own, wanted) || (isObject(own) && containsWithin(budget, own, wanted))
    )
  })
}
