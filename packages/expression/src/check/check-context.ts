import { findClosest } from '../syntax/closest.ts'
import { type Issue, issueAt, type Span } from '../syntax/issue.ts'
import type { Catalogue, CatalogueColumn, CatalogueTable } from './catalogue.ts'

/** A rule can use every root; a filter only columns visible to the caller. */
export type Mode = 'rule' | 'filter'

/** Context of a check; without `table`, the expression has no current row. */
export type CheckInput = {
  readonly catalogue: Catalogue
  readonly table?: string
  readonly mode: Mode
  /** Filters of staff can use hidden and protected columns. */
  readonly seesHidden?: boolean
}

export type CheckContext = CheckInput & {
  readonly home: CatalogueTable | undefined
  readonly issues: Issue[]
  /** Every table the expression reads besides the current one. */
  readonly passed: Set<string>
}

/** Whether the column is reported as existing. */
function canName(input: CheckInput, column: CatalogueColumn): boolean {
  if (input.mode === 'rule') return true
  if (column.isHashed) return false
  return input.seesHidden === true || !(column.isHidden || column.isProtected)
}

/** Column names for suggestions and completion; excludes those the caller cannot use. */
export function listColumns(input: CheckInput, table: CatalogueTable): readonly CatalogueColumn[] {
  return [...table.columns.values()].filter((column) => canName(input, column))
}

/** Records an issue and returns undefined, so that callers can return the result. */
export function reportIssue(context: CheckContext, issue: Issue): undefined {
  context.issues.push(issue)
  return undefined
}

/** Finds a table by name; reports the spec's message if it does not exist. */
export function findTable(
  context: CheckContext,
  name: string,
  span: Span,
): CatalogueTable | undefined {
  const table = context.catalogue.tables.get(name)
  if (table) return table
  const suggestion = findClosest(name, context.catalogue.tables.keys())
  return reportIssue(context, issueAt(span, `Table with name ${name} not found`, suggestion))
}

type Wanted = { readonly table: CatalogueTable; readonly name: string; readonly span: Span }

/** Finds a usable column; reports the spec's message if it does not exist. */
export function findColumn(context: CheckContext, wanted: Wanted): CatalogueColumn | undefined {
  const { table, name, span } = wanted
  const column = table.columns.get(name)
  if (column && canName(context, column)) return column
  const names = listColumns(context, table).map((each) => each.name)
  const message = `Column with name ${name} not found in table ${table.name}`
  return reportIssue(context, issueAt(span, message, findClosest(name, names)))
}
