import { LRUCache } from 'lru-cache'

const MAX_PLANS = 10_000

/** All plans of this process. */
const kept = new LRUCache<string, NonNullable<unknown>>({ max: MAX_PLANS })
let books = 0

/**
 * Statements that were compiled for one environment as it is now, by what they depend on beside it. An
 * environment whose tables, rules or constants have changed has another book, so no plan outlives them.
 */
export class PlanBook {
  readonly #own = `${++books} `

  /** `key` must hold everything that the plan depends on; what is undefined is made each time. */
  keep<T extends NonNullable<unknown>>(key: string, make: () => T | undefined): T | undefined {
    const name = this.#own + key
    const known = kept.get(name)
    if (known !== undefined) return known as T
    const made = make()
    if (made === undefined) return undefined
    kept.set(name, made)
    return made
  }

  /** How many plans this process keeps, for all environments. */
  static get size(): number {
    return kept.size
  }
}

/** Parts as one key; each is told apart from the next by its length, whatever it contains. */
export function planKey(parts: readonly (string | number | boolean | undefined)[]): string {
  let key = ''
  for (const part of parts) {
    if (part === undefined) key += '-'
    else {
      const text = String(part)
      key += `${text.length}:${text}`
    }
  }
  return key
}
