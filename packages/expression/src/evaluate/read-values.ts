import { anchorPath } from '../check/binders.ts'
import type { CatalogueColumn } from '../check/catalogue.ts'
import type { Hop, Operand, RowPath } from '../check/checked.ts'
import { callFunction, countParts, listItems, readConstant } from './read-constant.ts'
import { type Data, lookUp, type Rows, type Scope } from './scope.ts'
import { lowerText } from './text.ts'

/** Bound rows by key; the current row has the empty key. */
export type Bindings = ReadonlyMap<string, Data>

export type Surroundings = {
  readonly scope: Scope
  readonly rows: Rows
  readonly bindings: Bindings
}

/** An empty to-one relation: all its columns are null. */
const NOTHING: Data = {}

/** All values of an operand under the bindings; several on a to-many path. */
export function readValues(
  operand: Operand,
  quantifier: 'every' | 'some',
  around: Surroundings,
): readonly unknown[] {
  if (operand.type === 'path') return readPath(operand, quantifier, around)
  if (operand.type !== 'call') return readConstant(operand, around.scope)
  const args = operand.args.map((arg) => readValues(arg, quantifier, around)[0] ?? null)
  return [callFunction(operand, args, around.scope)]
}

function readPath(
  path: RowPath,
  quantifier: 'every' | 'some',
  around: Surroundings,
): readonly unknown[] {
  if (quantifier === 'every' && path.hops.length === 0)
    return readCell(path, around.bindings.get(path.start.key) ?? NOTHING, around.rows)
  const anchor = anchorPath(path, quantifier)
  const bound = around.bindings.get(anchor.key) ?? NOTHING
  if (anchor.isEndBound) return [lowered(path, lookUp(bound, ['id']) ?? null)]
  const rows = followHops(around.rows, bound, anchor.hops)
  return rows.flatMap((row) => readCell(path, row, around.rows))
}

/** Rows at the end of relations; an empty to-one gives one row of nulls, an empty to-many none. */
export function followHops(rows: Rows, from: Data, hops: readonly Hop[]): readonly Data[] {
  let at: readonly Data[] = [from]
  for (const hop of hops)
    at = at.flatMap((row) => {
      const related = findRelated(rows, hop, lookUp(row, [hop.column.name]))
      return hop.column.isMany ? related : [related[0] ?? NOTHING]
    })
  return at
}

function findRelated(rows: Rows, hop: Hop, cell: unknown): readonly Data[] {
  const items = listItems(cell).map((id) =>
    typeof id === 'string' ? rows.find(hop.table, id) : undefined,
  )
  return items.filter((row) => row !== undefined)
}

function readCell(path: RowPath, row: Data, rows: Rows): readonly unknown[] {
  const raw = lookUp(row, [path.column.name])
  const list = path.column.isMany ? listCell(path.column, raw, rows) : undefined
  if (path.modifier === 'length') return [list ? list.length : countParts(lookUp(raw, path.keys))]
  if (list) return list.map((value) => lowered(path, value))
  const value = lookUp(raw, path.keys) ?? null
  return path.modifier === 'each' ? listItems(value) : [lowered(path, value)]
}

function listCell(column: CatalogueColumn, raw: unknown, rows: Rows): readonly unknown[] {
  if (column.target === undefined) return listItems(raw)
  return findRelated(rows, { column, table: column.target }, raw).map((row) => lookUp(row, ['id']))
}

function lowered(path: RowPath, value: unknown): unknown {
  return path.modifier === 'lower' && typeof value === 'string' ? lowerText(value) : value
}
