import { OPERATIONS, type Operation } from '@plinth/contract'
import {
  type Checked,
  type CheckedSort,
  check,
  checkSort,
  type Failure,
  type Folded,
  parse,
  parseSort,
  type RuleResult,
  readRule,
} from '@plinth/expression'
import { LRUCache } from 'lru-cache'
import type { DataModel, DataTable } from '../../databases/sql/data-model.ts'
import {
  dependsOnlyOnCaller,
  isRowIndependent,
  readsUserRow,
  userColumns,
} from '../statements/expression/request-needs.ts'

type Filter = { readonly ok: true; readonly checked: Checked | undefined } | Failure

const MAX_ENTRIES = 1_000
/** Characters of all filters that are kept parsed: a list of short values takes 100 times as many bytes. */
const MAX_FILTER_CHARACTERS = 200_000
/** What a filter counts besides its own. */
const FILTER_CHARACTERS = 16

/** One cache for the whole process: callers choose the filters, and each environment has as many as they like. */
const filters = new LRUCache<string, Filter>({
  maxSize: MAX_FILTER_CHARACTERS,
  sizeCalculation: (_, key) => FILTER_CHARACTERS + key.length,
})
let caches = 0

/**
 * What the result of a rule depends on: the caller only, the request but no row, the caller and the row, or the request
 * and the row.
 */
export type RuleDependency = 'caller' | 'request' | 'callerAndRow' | 'requestAndRow'

/** A parsed rule with its results per caller. */
interface CachedRule {
  readonly rule: RuleResult
  readonly dependency: RuleDependency
  readonly verdicts: Map<string, Folded>
}

function dependencyOf(read: RuleResult): RuleDependency {
  if (!read.ok || read.rule.type === 'locked') return 'request'
  const { checked } = read.rule
  if (isRowIndependent(checked)) return dependsOnlyOnCaller(checked) ? 'caller' : 'request'
  return dependsOnlyOnCaller(checked) ? 'callerAndRow' : 'requestAndRow'
}

interface RuleText {
  readonly table: DataTable
  readonly text: string
  readonly seesHidden: boolean
}

/** Parsed rules, filters and sorts of one configuration. Equal filters are one object for as long as they are kept. */
export class RuleCache {
  readonly #model: DataModel
  readonly #rules = new WeakMap<DataTable, Map<Operation, CachedRule>>()
  readonly #prefix = `${++caches} `
  readonly #sorts = new Map<string, CheckedSort>()
  #userColumns: ReadonlySet<string> | undefined

  constructor(model: DataModel) {
    this.#model = model
  }

  rule(table: DataTable, operation: Operation): RuleResult {
    return this.#cached(table, operation).rule
  }

  dependency(table: DataTable, operation: Operation): RuleDependency {
    return this.#cached(table, operation).dependency
  }

  /** Cached result of a rule that depends on the caller only; `who` must identify the caller to rules. */
  verdict(input: { table: DataTable; operation: Operation; who: string }, decide: () => Folded) {
    const { table, operation, who } = input
    return getOrCompute(this.#cached(table, operation).verdicts, who, decide)
  }

  /** Looked up several times per call, so without building a string key. */
  #cached(table: DataTable, operation: Operation): CachedRule {
    let ofTable = this.#rules.get(table)
    if (!ofTable) {
      ofTable = new Map()
      this.#rules.set(table, ofTable)
    }
    let cached = ofTable.get(operation)
    if (!cached) {
      const { name, definition } = table
      const { catalogue } = this.#model
      const rule = readRule(definition.rules[operation], { catalogue, mode: 'rule', table: name })
      cached = { rule, dependency: dependencyOf(rule), verdicts: new Map() }
      ofTable.set(operation, cached)
    }
    return cached
  }

  /** Whether the caller's own row must be read before the rule can be evaluated. */
  needsUserRow(table: DataTable, operation: Operation): boolean {
    const read = this.rule(table, operation)
    if (!read.ok || read.rule.type === 'locked') return false
    return readsUserRow(read.rule.checked)
  }

  /** Whether any rule does, for requests that reach beyond one table. */
  get anyNeedsUserRow(): boolean {
    return this.userColumns.size > 0
  }

  /** The columns of a user's row that any rule reads. */
  get userColumns(): ReadonlySet<string> {
    this.#userColumns ??= new Set(
      [...this.#model.tables.values()].flatMap((table) =>
        OPERATIONS.flatMap((operation) => {
          const read = this.rule(table, operation)
          return read.ok && read.rule.type === 'open' ? userColumns(read.rule.checked) : []
        }),
      ),
    )
    return this.#userColumns
  }

  filter({ table, text, seesHidden }: RuleText): Filter {
    const key = `${this.#prefix}${seesHidden} ${table.name} ${text}`
    const known = filters.get(key)
    if (known) return known
    const made = this.#readFilter({ table, text, seesHidden })
    filters.set(key, made)
    return made
  }

  #readFilter({ table, text, seesHidden }: RuleText): Filter {
    const parsed = parse(text)
    if (!parsed.ok) return parsed
    if (!parsed.expression) return { ok: true, checked: undefined }
    return check(parsed.expression, this.#checkOptions(table, seesHidden))
  }

  sort({ table, text, seesHidden }: RuleText): CheckedSort {
    return getOrCompute(this.#sorts, `${seesHidden} ${table.name} ${text}`, () => {
      const parsed = parseSort(text)
      return parsed.ok ? checkSort(parsed.keys, this.#checkOptions(table, seesHidden)) : parsed
    })
  }

  #checkOptions(table: DataTable, seesHidden: boolean) {
    const { catalogue } = this.#model
    return { catalogue, mode: 'filter', table: table.name, seesHidden } as const
  }
}

function getOrCompute<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key)
  if (found !== undefined) return found
  if (known.size >= MAX_ENTRIES) known.clear()
  const made = make()
  known.set(key, made)
  return made
}
