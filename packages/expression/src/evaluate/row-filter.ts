import type { Catalogue, CatalogueTable } from '../check/catalogue.ts'
import { check } from '../check/check.ts'
import type { Checked, Operand, RequestPath } from '../check/checked.ts'
import { type Failure, failure, issueAt } from '../syntax/issue.ts'
import { parse } from '../syntax/parse.ts'
import { evaluate } from './evaluate.ts'
import type { Data, Scope } from './scope.ts'

/** Context of a row event filter. */
export type RowFilterInput = {
  readonly catalogue: Catalogue
  readonly table: string
  /** Columns contained in events: those stored in the row, except hidden and hashed ones. */
  readonly columns: ReadonlySet<string>
}

/** Undefined for an empty filter, which matches every change. */
export type RowFilter = { readonly ok: true; readonly checked: Checked | undefined } | Failure

/** Parses a row event filter. It can read the changed row, the previous row in `@request.old`, and constants. */
export function readRowFilter(text: string, input: RowFilterInput): RowFilter {
  const parsed = parse(text)
  if (!parsed.ok) return parsed
  if (!parsed.expression) return { ok: true, checked: undefined }
  const home = input.catalogue.tables.get(input.table)
  const tables = new Map(input.catalogue.tables)
  if (home) tables.set(home.name, withOnly(home, input.columns))
  const catalogue = { ...input.catalogue, tables }
  const result = check(parsed.expression, { catalogue, table: input.table, mode: 'rule' })
  if (!result.ok) return result
  if (result.tables.length > 0) {
    const message = `A row event looks at the changed row alone, not at rows of ${result.tables.join(', ')}`
    return failure(issueAt(result.checked, message))
  }
  const foreign = listRequests(result.checked).find(({ group }) => group !== 'old')
  if (foreign) {
    const message = 'A row event has no request; it can read @request.old alone'
    return failure(issueAt(foreign, message))
  }
  return { ok: true, checked: result.checked }
}

function withOnly(table: CatalogueTable, columns: ReadonlySet<string>): CatalogueTable {
  const available = [...table.columns].filter(([name]) => columns.has(name))
  return { ...table, columns: new Map(available) }
}

function listRequests(checked: Checked): RequestPath[] {
  if (checked.type === 'constant') return []
  if (checked.type === 'not') return listRequests(checked.item)
  if (checked.type !== 'compare') return checked.items.flatMap(listRequests)
  return [checked.left, ...checked.targets.map(({ operand }) => operand)].flatMap(requestsIn)
}

function requestsIn(operand: Operand): RequestPath[] {
  if (operand.type === 'call') return operand.args.flatMap(requestsIn)
  return operand.type === 'request' ? [operand] : []
}

/** A row change; `old` is the complete row before an update. */
export type RowChange = {
  readonly row: Data
  readonly old: Data | null
  readonly constants: NonNullable<Scope['constants']>
  readonly now: number
}

const NO_ROWS = { list: () => [], find: () => undefined }

/** Whether a change matches the filter. */
export function matchesRow(checked: Checked | undefined, change: RowChange): boolean {
  if (!checked) return true
  const { row, old, constants, now } = change
  const verdict = evaluate({
    checked,
    row,
    rows: NO_ROWS,
    scope: { request: { old }, constants, now },
  })
  return verdict.ok && verdict.holds
}
