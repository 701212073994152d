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
import type { DataModel, DataTable } from './compile/data-model.ts'
import { asksOfUser, asksOnlyWho, needsNoRow } from './compile/request-needs.ts'

type Filter = { readonly ok: true; readonly checked: Checked | undefined } | Failure

const MOST_KEPT = 1_000

/**
 * What a rule's meaning for a call depends on: on who makes it alone, on no row, on nothing of the call but who
 * makes it, or on more.
 */
export type RuleNature = 'settled' | 'decided' | 'byCaller' | 'open'

interface Written {
  readonly table: DataTable
  readonly text: string
  readonly seesHidden: boolean
}

/** Rules, filters and sorts of one configuration, each text read once. */
export class RuleBook {
  readonly #model: DataModel
  readonly #rules = new Map<string, RuleResult>()
  readonly #filters = new Map<string, Filter>()
  readonly #sorts = new Map<string, CheckedSort>()
  readonly #natures = new Map<string, RuleNature>()
  readonly #verdicts = new Map<string, Folded>()
  #anyAsks: boolean | undefined

  constructor(model: DataModel) {
    this.#model = model
  }

  rule({ name, definition }: DataTable, operation: Operation): RuleResult {
    return keep(this.#rules, `${operation} ${name}`, () =>
      readRule(definition.rules[operation], {
        catalogue: this.#model.catalogue,
        mode: 'rule',
        table: name,
      }),
    )
  }

  nature(table: DataTable, operation: Operation): RuleNature {
    return keep(this.#natures, `${operation} ${table.name}`, () => {
      const read = this.rule(table, operation)
      if (!read.ok || read.rule.type === 'locked') return 'decided'
      const { checked } = read.rule
      if (needsNoRow(checked)) return asksOnlyWho(checked) ? 'settled' : 'decided'
      return asksOnlyWho(checked) ? 'byCaller' : 'open'
    })
  }

  /** What a settled rule says to a caller; `who` must hold all that rules may ask of one without a row. */
  verdict(asked: { table: DataTable; operation: Operation; who: string }, decide: () => Folded) {
    const { table, operation, who } = asked
    return keep(this.#verdicts, `${operation} ${table.name} ${who}`, decide)
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
