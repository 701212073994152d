import { QueryFault } from '../readable/query-fault.ts'
import type { Reference } from './check-tables.ts'
import type { Fields, Visit } from './list-nodes.ts'
import { stringsOf } from './names-of.ts'

interface Hiding extends Reference {
  readonly hidden: readonly string[]
}

/** Throws a QueryFault if a query can reach a hidden column: by its name, by `*`, by a whole row or by a join. */
export function checkHiddenColumns(
  visits: readonly Visit[],
  references: readonly Reference[],
): void {
  const hiding = references.flatMap((each): Hiding[] => {
    const hidden = 'columns' in each.table ? (each.table.hiddenColumns ?? []) : []
    return hidden.length > 0 ? [{ ...each, hidden }] : []
  })
  if (hiding.length === 0) return
  const renamed = hiding.find(({ renamesColumns }) => renamesColumns)
  if (renamed) throw refuseWhole(renamed)
  for (const { kind, node, ctes } of visits) {
    if (kind === 'SelectStmt') checkStar(node, { hiding, ctes })
    if (kind === 'ColumnRef') checkReference(stringsOf(node.fields), hiding)
    if (kind === 'JoinExpr') checkJoin(node, hiding)
  }
}

function refuseColumn(name: string): QueryFault {
  return new QueryFault(`The column "${name}" is hidden or hashed and cannot be used in a query.`)
}

function refuseWhole({ table, hidden }: Hiding): QueryFault {
  return new QueryFault(
    `Name the columns of "${table.name}" one by one: "${hidden[0]}" is hidden or hashed, and * and whole rows have it.`,
  )
}

function checkReference(fields: readonly (string | undefined)[], hiding: readonly Hiding[]): void {
  const [first, second] = fields
  const meant = hiding.filter(({ alias }) => alias === first)
  const [whole] = meant
  if (whole && second === undefined) throw refuseWhole(whole)
  const name = fields.length > 1 ? second : first
  const from = fields.length > 1 ? meant : hiding
  if (name !== undefined && from.some(({ hidden }) => hidden.includes(name)))
    throw refuseColumn(name)
}

/**
 * NATURAL and USING compare columns that the query does not name; the alias of a join is a whole row of both
 * tables.
 */
function checkJoin(join: Fields, hiding: readonly Hiding[]): void {
  const [any] = hiding
  if (any && (join.isNatural === true || join.alias !== undefined)) throw refuseWhole(any)
  for (const name of stringsOf(join.usingClause))
    if (hiding.some(({ hidden }) => hidden.includes(name ?? ''))) throw refuseColumn(name ?? '')
}

interface Star {
  readonly hiding: readonly Hiding[]
  readonly ctes: ReadonlySet<string>
}

function checkStar({ targetList, fromClause }: Fields, { hiding, ctes }: Star): void {
  const targets =
    (targetList as { ResTarget?: { val?: { ColumnRef?: Fields } } }[] | undefined) ?? []
  const hasStar = targets.some(({ ResTarget }) => {
    const fields = ResTarget?.val?.ColumnRef?.fields as { A_Star?: unknown }[] | undefined
    return fields?.length === 1 && fields[0]?.A_Star !== undefined
  })
  if (!hasStar) return
  const names = new Set(listTables(fromClause).filter((name) => !ctes.has(name)))
  const found = hiding.find(({ table }) => names.has(table.name))
  if (found) throw refuseWhole(found)
}

/** The tables in FROM itself, not in a sub-select. */
function listTables(from: unknown): string[] {
  if (Array.isArray(from)) return from.flatMap(listTables)
  const { RangeVar, JoinExpr, RangeTableSample } = (from ?? {}) as Record<
    string,
    Fields | undefined
  >
  if (RangeVar) return [String(RangeVar.relname)]
  if (JoinExpr) return [...listTables(JoinExpr.larg), ...listTables(JoinExpr.rarg)]
  return RangeTableSample ? listTables(RangeTableSample.relation) : []
}
