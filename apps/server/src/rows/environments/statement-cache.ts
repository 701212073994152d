import type { Operation, RowQuery } from '@plinth/contract'
import { LRUCache } from 'lru-cache'
import type { DataModel, DataTable } from '../../databases/sql/data-model.ts'
import type { CacheCounts } from '../../foundation/metrics/metrics.ts'

const MAX_STATEMENTS = 10_000
/** Characters of all keys: callers choose the filters in them, and a statement takes ten times as many bytes. */
const MAX_KEY_CHARACTERS = 2_000_000

/** One cache for the whole process. */
const statements = new LRUCache<string, NonNullable<unknown>>({
  max: MAX_STATEMENTS,
  maxSize: MAX_KEY_CHARACTERS,
  sizeCalculation: (_, key) => key.length,
})
const counts: CacheCounts = { hits: 0, misses: 0 }
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
    if (known !== undefined) {
      counts.hits += 1
      return known as T
    }
    counts.misses += 1
    const made = make()
    if (made === undefined) return undefined
    statements.set(name, made)
    return made
  }

  /** Lookups in all environments of this process. */
  static get counts(): CacheCounts {
    return counts
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

/** A row request, as far as cache keys depend on it. */
interface KeyedRequest {
  readonly environment: { readonly model: DataModel }
  readonly table: DataTable
  readonly policy: {
    readonly isStaff: boolean
    cacheKey(table: DataTable, operation: Operation): string | undefined
  }
  readonly query: Pick<RowQuery, '$withRelation' | '$columns' | '$version'>
}

/** Key part for everything about the caller that a read depends on: the table's rule and the linked ids. */
export function callerKey(request: KeyedRequest, operation: Operation): string | undefined {
  const own = request.policy.cacheKey(request.table, operation)
  if (own === undefined || own === 'false') return own
  const links = linksKey(request)
  return links === undefined ? undefined : `${own} ${links}`
}

/**
 * Key part for everything about the caller that the columns of a row depend on: the view rules of the linked tables
 * whose ids it shows. Undefined if a rule cannot be cached, or if the answer has columns of other tables.
 */
export function linksKey(request: KeyedRequest): string | undefined {
  const { environment, table, policy, query } = request
  // Blank names every column.
  const columns = query.$columns?.trim() || undefined
  if (query.$withRelation !== undefined || columns?.includes('.')) return undefined
  if (policy.isStaff) return ''
  const isLean = query.$version === 'v2'
  let links = isLean ? 'v2 ' : ''
  for (const { name, relation, definition } of table.columns.values()) {
    if (!relation || definition?.options.isHidden) continue
    if (isLean && relation.isBack && columns === undefined) continue
    // A substring match at worst adds a rule that is not needed, which only makes the key more specific.
    if (columns !== undefined && !columns.includes(name)) continue
    const target = environment.model.tables.get(relation.target)
    const key = target && policy.cacheKey(target, 'view')
    if (key === undefined) return undefined
    links += `${key.length}:${key}`
  }
  return links
}
