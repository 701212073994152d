import { LRUCache } from 'lru-cache'

const MAX_STATEMENTS = 10_000

/** One cache for the whole process. */
const statements = new LRUCache<string, NonNullable<unknown>>({ max: MAX_STATEMENTS })
let caches = 0

/**
 * Statements compiled for one environment. When its tables, rules or constants change, the environment gets a new
 * cache, so no statement outlives them.
 */
export class StatementCache {
  readonly #prefix = `${++caches} `

  /** `key` must contain everything the statement depends on. An undefined result is not cached. */
  getOrCompile<T extends NonNullable<unknown>>(
    key: string,
    make: () => T | undefined,
  ): T | undefined {
    const name = this.#prefix + key
    const known = statements.get(name)
    if (known !== undefined) return known as T
    const made = make()
    if (made === undefined) return undefined
    statements.set(name, made)
    return made
  }

  /** Cached statements of all environments of this process. */
  static get size(): number {
    return statements.size
  }
}

/** Joins parts to an unambiguous key: each part is prefixed with its length. */
export function statementKey(parts: readonly (string | number | boolean | undefined)[]): string {
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
