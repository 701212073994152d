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
import type { DataModel, DataTable } from '../../databases/sql/data-model.ts'
import { asksOfUser, asksOnlyWho, needsNoRow } from '../statements/expression/request-needs.ts'

type Filter = { readonly ok: true; readonly checked: Checked | undefined } | Failure

const MOST_KEPT = 1_000

/**
 * What a rule's meaning for a call depends on: on who makes it alone, on no row, on nothing of the call but who
 * makes it, or on more.
 */
export type RuleNature = 'settled' | 'decided' | 'byCaller' | 'open'

/** A rule as it was read, with what it said to whom. */
interface Ruled {
  readonly rule: RuleResult
  readonly nature: RuleNature
  readonly verdicts: Map<string, Folded>
}

function natureOf(read: RuleResult): RuleNature {
  if (!read.ok || read.rule.type === 'locked') return 'decided'
  const { checked } = read.rule
  if (needsNoRow(checked)) return asksOnlyWho(checked) ? 'settled' : 'decided'
  return asksOnlyWho(checked) ? 'byCaller' : 'open'
}

interface Written {
  readonly table: DataTable
  readonly text: string
  readonly seesHidden: boolean
}

/** Rules, filters and sorts of one configuration, each text read once. */
export class RuleBook {
  readonly #model: DataModel
  readonly #rules = new WeakMap<DataTable, Map<Operation, Ruled>>()
  readonly #filters = new Map<string, Filter>()
  readonly #sorts = new Map<string, CheckedSort>()
  #anyAsks: boolean | undefined

  constructor(model: DataModel) {
    this.#model = model
  }

  rule(table: DataTable, operation: Operation): RuleResult {
    return this.#ruled(table, operation).rule
  }

  nature(table: DataTable, operation: Operation): RuleNature {
    return this.#ruled(table, operation).nature
  }

  /** What a settled rule says to a caller; `who` must hold all that rules may ask of one without a row. */
  verdict(asked: { table: DataTable; operation: Operation; who: string }, decide: () => Folded) {
    const { table, operation, who } = asked
    return keep(this.#ruled(table, operation).verdicts, who, decide)
  }

  /** Asked several times in every call, so it is found without a text being made. */
  #ruled(table: DataTable, operation: Operation): Ruled {
    let ofTable = this.#rules.get(table)
    if (!ofTable) {
      ofTable = new Map()
      this.#rules.set(table, ofTable)
    }
    let ruled = ofTable.get(operation)
    if (!ruled) {
      const { name, definition } = table
      const { catalogue } = this.#model
      const rule = readRule(definition.rules[operation], { catalogue, mode: 'rule', table: name })
      ruled = { rule, nature: natureOf(rule), verdicts: new Map() }
      ofTable.set(operation, ruled)
    }
    return ruled
  }

  /** Whether the caller's own row must be read before this rule can be decided. */
  asksOfUser(table: DataTable, operation: Operation): boolean {
    const read = this.rule(table, operation)
    if (!read.ok || read.rule.type === 'locked') return false
    return asksOfUser(read.rule.checked)
  }

  /** The same for any rule there is, for calls that reach beyond one table. */
  get anyAsksOfUser(): boolean {
    this.#anyAsks ??= [...this.#model.tables.values()].some((table) =>
      OPERATIONS.some((operation) => this.asksOfUser(table, operation)),
    )
    return this.#anyAsks
  }

  filter({ table, text, seesHidden }: Written): Filter {
    return keep(this.#filters, `${seesHidden} ${table.name} ${text}`, () => {
      const parsed = parse(text)
      if (!parsed.ok) return parsed
      if (!parsed.expression) return { ok: true, checked: undefined }
      return check(parsed.expression, this.#ground(table, seesHidden))
    })
  }

  sort({ table, text, seesHidden }: Written): CheckedSort {
    return keep(this.#sorts, `${seesHidden} ${table.name} ${text}`, () => {
      const parsed = parseSort(text)
      return parsed.ok ? checkSort(parsed.keys, this.#ground(table, seesHidden)) : parsed
    })
  }

  #ground(table: DataTable, seesHidden: boolean) {
    const { catalogue } = this.#model
    return { catalogue, mode: 'filter', table: table.name, seesHidden } as const
  }
}

function keep<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key)
  if (found !== undefined) return found
  if (known.size >= MOST_KEPT) known.clear()
  const made = make()
  known.set(key, made)
  return made
}
