import { anchorPath, type Call, type Operand, type RowPath } from '@plinth/expression'
import { columnNamed } from '../../../databases/sql/data-model.ts'
import { joinSql, type Sql, sql } from '../../../foundation/platform/sql.ts'
import type { Source } from './condition.ts'
import { followHops } from './follow-hops.ts'
import { followRelation } from './follow-relation.ts'
import { type Bindings, hidesIds, type RowRef, type Scope } from './scope.ts'
import type { RowSide, Side } from './side.ts'
import { valueAs } from './side.ts'

/** The values of an operand: `side` once for each row of the source. */
export interface Reading extends Source {
  readonly side: Side
  /** Exactly one value, whatever the rows contain. */
  readonly isSingle: boolean
}

export interface OperandReader {
  readonly scope: Scope
  readonly bindings: Bindings
  readonly quantifier: 'every' | 'some'
  /** Whether a relation without a target still counts, as null. */
  readonly keepsMissing: boolean
}

const ALONE = { from: [], where: [], isSingle: true } as const

/** Compiles an operand that is one value or a path; lists of known values are split before. */
export function readOperand(reader: OperandReader, operand: Operand): Reading {
  if (operand.type === 'value')
    return { ...ALONE, side: { type: 'known', kind: operand.kind, value: operand.value } }
  if (operand.type === 'path') return readPath(reader, operand)
  if (operand.type === 'call') return readCall(reader, operand)
  throw new Error(`compile: expression is not folded: ${operand.type}`)
}

/** `lower` is null for anything but text, `len` is 0 for what cannot be counted. */
function readCall(reader: OperandReader, call: Call): Reading {
  const [arg] = call.args
  const { dialect } = reader.scope.model
  if (!arg) throw new Error('compile: expression is not folded: call')
  const isLength = call.name === 'len'
  const reading = readOperand(isLength ? { ...reader, keepsMissing: true } : reader, arg)
  const { side } = reading
  if (side.type === 'known') throw new Error('compile: expression is not folded: call')
  const cell = isLength
    ? lengthOf(reader.scope, side)
    : dialect.lower(valueAs(dialect, 'text', side))
  return {
    ...reading,
    side: { type: 'cell', kind: call.kind, form: isLength ? 'integer' : 'text', cell },
  }
}

function lengthOf({ model }: Scope, side: RowSide): Sql {
  if (side.type === 'json') return side.node.length
  return sql`coalesce(${model.dialect.length(side.cell)}, 0)`
}

function readPath(reader: OperandReader, path: RowPath): Reading {
  const { scope, bindings, quantifier } = reader
  // The length of nothing is 0, not null.
  const keepsMissing = reader.keepsMissing || path.modifier === 'length'
  const anchor = anchorPath(path, quantifier)
  const origin = bindings.get(anchor.key)
  if (!origin) throw new Error('compile: path starts at an unbound row')
  const { kind } = path
  if (anchor.isEndBound) return { ...ALONE, side: idOf(origin, path) }
  const hops = anchor.hops.map((hop) => hop.column.name)
  const isManyHop = anchor.hops.some((hop) => hop.column.isMany)
  const { relation } = path.column.target === undefined ? {} : columnOf(origin, path, hops, scope)
  if (
    relation &&
    path.modifier !== 'length' &&
    (relation.isMany || relation.place.kind !== 'own-key' || hidesIds(scope, relation.target))
  ) {
    const all = [...hops, path.column.name]
    const isIdOnly = !relation.isMany
    const chain = followHops(scope, { origin, hops: all, keepsMissing, isIdOnly })
    return { ...chain, side: idOf(chain.end, path), isSingle: !isManyHop && !relation.isMany }
  }
  const chain = followHops(scope, { origin, hops, keepsMissing })
  if (relation?.isMany) {
    const cell = countLinks(scope, chain.end, path.column.name)
    return { ...chain, side: { type: 'cell', kind, form: 'integer', cell }, isSingle: !isManyHop }
  }
  return readCell(scope, { path, row: chain.end, source: chain, isSingle: !isManyHop })
}

function columnOf(origin: RowRef, path: RowPath, hops: readonly string[], { model }: Scope) {
  let { table } = origin
  for (const name of hops) {
    const next = model.tables.get(columnNamed(table, name).relation?.target ?? '')
    if (next) table = next
  }
  return columnNamed(table, path.column.name)
}

function idOf(row: RowRef, { kind }: RowPath): Side {
  return { type: 'cell', kind, form: 'id', cell: sql`${row.alias}.${row.table.key}` }
}

function countLinks(scope: Scope, origin: RowRef, name: string): Sql {
  const { tables } = followRelation(scope, origin, name)
  const from = joinSql(
    tables.map((table) => table.from),
    ', ',
  )
  const on = joinSql(
    tables.map((table) => table.on),
    ' and ',
  )
  return sql`(select count(*) from ${from} where ${on})`
}

interface Cell {
  readonly path: RowPath
  readonly row: RowRef
  readonly source: Source
  readonly isSingle: boolean
}

function readCell(scope: Scope, { path, row, source, isSingle }: Cell): Reading {
  const { dialect } = scope.model
  const { kind, keys, modifier } = path
  const column = columnNamed(row.table, path.column.name)
  if (!column.cell) throw new Error('compile: checked column has no cell')
  const cell = sql`${row.alias}.${column.cell}`
  const known = { from: source.from, where: source.where, isSingle }
  if (path.column.isMany || path.column.kind === 'json') {
    if (modifier === 'length') {
      const { length } = dialect.json(cell, keys)
      return { ...known, side: { type: 'cell', kind, form: 'integer', cell: length } }
    }
    const isApart = path.column.isMany || modifier === 'each'
    if (!isApart) return { ...known, side: jsonSide(scope, path, dialect.json(cell, keys)) }
    const alias = scope.newAlias()
    const { from, item } = path.column.isMany
      ? dialect.items(cell, alias)
      : dialect.each(cell, keys, alias)
    const side = jsonSide(scope, path, item)
    return { from: [...source.from, from], where: source.where, side, isSingle: false }
  }
  if (modifier === 'length') {
    const length = sql`coalesce(${dialect.length(cell)}, 0)`
    return { ...known, side: { type: 'cell', kind, form: 'integer', cell: length } }
  }
  const value = modifier === 'lower' ? dialect.lower(cell) : cell
  return { ...known, side: { type: 'cell', kind, form: column.form, cell: value } }
}

function jsonSide(
  { model }: Scope,
  path: RowPath,
  node: Extract<Side, { type: 'json' }>['node'],
): Side {
  const text = path.modifier === 'lower' ? model.dialect.lower(node.text) : node.text
  return { type: 'json', kind: path.kind, node: { ...node, text } }
}
