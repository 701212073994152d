import { findClosest } from '../syntax/closest.ts'
import { type Issue, issueAt, type Span } from '../syntax/issue.ts'
import type { Catalogue, CatalogueColumn, CatalogueTable } from './catalogue.ts'

/** A rule may name every root; a filter only the columns that its caller may see. */
export type Mode = 'rule' | 'filter'

/** What an expression is checked against; without `table` there is no row at hand. */
export type CheckInput = {
  readonly catalogue: Catalogue
  readonly table?: string
  readonly mode: Mode
  /** A filter of staff may name hidden and protected columns. */
  readonly seesHidden?: boolean
}

export type CheckContext = CheckInput & {
  readonly home: CatalogueTable | undefined
  readonly issues: Issue[]
  /** Every table whose rows the expression looks at, beside the one at hand. */
  readonly passed: Set<string>
}

/** Whether naming the column answers as if it existed. */
function canName(input: CheckInput, column: CatalogueColumn): boolean {
  if (input.mode === 'rule') return true
  if (column.isHashed) return false
  return input.seesHidden === true || !(column.isHidden || column.isProtected)
}

/** The names a person may be offered; never one that may not be named. */
export function listColumns(input: CheckInput, table: CatalogueTable): readonly CatalogueColumn[] {
  return [...table.columns.values()].filter((column) => canName(input, column))
}

/** Records an issue and answers undefined, so that callers can return it. */
export function reportIssue(context: CheckContext, issue: Issue): undefined {
  context.issues.push(issue)
  return undefined
}

/** Finds a table by name, or records the spec's words for an unknown one. */
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

/** Finds a column that may be named, or records the spec's words for an unknown one. */
export function findColumn(context: CheckContext, wanted: Wanted): CatalogueColumn | undefined {
  const { table, name, span } = wanted
  const column = table.columns.get(name)
  if (column && canName(context, column)) return column
  const names = listColumns(context, table).map((each) => each.name)
  const message = `Column with name ${name} not found in table ${table.name}`
  return reportIssue(context, issueAt(span, message, findClosest(name, names)))
}
