import type { CatalogueColumn } from '../check/catalogue.ts'
import type { Data } from '../evaluate/scope.ts'
import type { CompareNode, Expression, OperandNode, PathNode } from '../syntax/syntax.ts'
import { type Measured, relate } from './naive-compare.ts'
import { measureWritten, readRequest } from './naive-request.ts'
import { listOf, sizeOf, small, step, type TestData } from './naive-values.ts'

/** Rows already bound, by the path that names them: `ban:x`, `members` or `@ban:x members`. */
type Spoken = ReadonlyMap<string, Data>

/**
 * A second evaluator as test oracle, written from the prose only and as simple as possible: it reads the syntax
 * tree, does not use the checker, and tries every choice of rows.
 */
export function naiveMatches(
  town: TestData,
  node: Expression,
  spoken: Spoken = new Map(),
): boolean {
  if (node.type === 'constant') return node.value
  if (node.type === 'not') return !naiveMatches(town, node.item, spoken)
  if (node.type === 'or') return node.items.some((item) => naiveMatches(town, item, spoken))
  const units = flatten(node)
  const comparisons = units.filter((unit) => unit.type === 'compare')
  const names = comparisons.flatMap((unit) =>
    namesIn(town, unit.left, unit).concat(namesIn(town, unit.right, unit)),
  )
  const open = [...new Set(names)].filter((name) => !spoken.has(name))
  return choices(town, open, spoken).some((choice) =>
    units.every((unit) =>
      unit.type === 'compare' ? compareUnder(town, unit, choice) : naiveMatches(town, unit, choice),
    ),
  )
}

function flatten(node: Expression): readonly Expression[] {
  return node.type === 'and' ? node.items.flatMap(flatten) : [node]
}

function pathsIn(operand: OperandNode): readonly PathNode[] {
  if (operand.type === 'path') return [operand]
  if (operand.type === 'list') return operand.items.flatMap(pathsIn)
  return operand.type === 'call' ? operand.args.flatMap(pathsIn) : []
}

/** Shorter names first, so that a row is bound before the rows that depend on it. */
function namesIn(town: TestData, operand: OperandNode, unit: CompareNode): string[] {
  return pathsIn(operand).flatMap((path) => {
    if (path.root && path.root.type !== '@table') return []
    const start = path.root ? `@${path.root.table}:${path.root.alias ?? ''}` : ''
    const names = start ? [start] : []
    if (!unit.isSome) return names
    const columns = columnsAlong(town, path)
    columns.forEach((column, at) => {
      const isCounted = at === columns.length - 1 && path.modifier === 'length'
      if (column.isMany && column.target && !isCounted)
        names.push([start, ...columns.slice(0, at + 1).map((each) => each.name)].join(' '))
    })
    return names
  })
}

function columnsAlong(town: TestData, path: PathNode): readonly CatalogueColumn[] {
  let table: string | undefined = path.root?.type === '@table' ? path.root.table : town.home
  const found: CatalogueColumn[] = []
  for (const { name } of path.segments) {
    const column = town.catalogue.tables.get(table ?? '')?.columns.get(String(name))
    if (!column) break
    found.push(column)
    table = column.target
  }
  return found
}

function choices(town: TestData, names: readonly string[], spoken: Spoken): readonly Spoken[] {
  let all: readonly Spoken[] = [spoken]
  const sorted = [...names].sort((a, b) => a.split(' ').length - b.split(' ').length)
  for (const name of sorted)
    all = all.flatMap((choice) =>
      rowsNamed(town, name, choice).map((row) => new Map(choice).set(name, row)),
    )
  return all
}

function rowsNamed(town: TestData, name: string, spoken: Spoken): readonly Data[] {
  const [start = '', ...columns] = name.split(' ')
  const table = start ? start.slice(1, start.indexOf(':')) : (town.home ?? '')
  if (columns.length === 0) return town.tables[table] ?? []
  return walk(town, { start, table, columns, spoken, last: true }).map(({ row }) => row)
}

type Walk = {
  readonly start: string
  readonly table: string
  readonly columns: readonly string[]
  readonly spoken: Spoken
  /** Follow the last column too, even if a row is already bound for it. */
  readonly last: boolean
}

type Place = { readonly table: string; readonly row: Data }

function walk(town: TestData, { start, table, columns, spoken, last }: Walk): readonly Place[] {
  const first = start ? spoken.get(start) : town.row
  let places: readonly Place[] = first ? [{ table, row: first }] : []
  columns.forEach((name, at) => {
    const words = [start, ...columns.slice(0, at + 1)].join(' ')
    const chosen = last && at === columns.length - 1 ? undefined : spoken.get(words)
    places = places.flatMap((place) => {
      const column = town.catalogue.tables.get(place.table)?.columns.get(name)
      const target = column?.target ?? ''
      if (chosen) return [{ table: target, row: chosen }]
      const ids = listOf(place.row[name])
      const rows = (town.tables[target] ?? []).filter((row) => ids.includes(row.id))
      if (column?.isMany) return rows.map((row) => ({ table: target, row }))
      return [{ table: target, row: rows[0] ?? {} }]
    })
  })
  return places
}

function compareUnder(town: TestData, unit: CompareNode, spoken: Spoken): boolean {
  // Plain operators read every element, regardless of rows bound by a neighbour with ?.
  const shared = unit.isSome ? spoken : new Map([...spoken].filter(([name]) => /^@\S+$/.test(name)))
  const left = measure(town, unit.left, shared)
  const isNegated = unit.operator.startsWith('!')
  const verdicts: boolean[] = []
  if (unit.right.type === 'list') {
    const items = unit.right.items.map((item) => measure(town, item, shared))
    for (const value of left.values) {
      const isIn = items.some((item) => relate('in', { ...left, values: [value] }, item, 0, 0))
      verdicts.push(isIn !== isNegated)
    }
  } else {
    const right = measure(town, unit.right, shared)
    const operator = unit.operator.replace('!', '')
    left.values.forEach((_, i) => {
      right.values.forEach((_, j) => {
        verdicts.push(relate(operator, left, right, i, j) !== isNegated)
      })
    })
  }
  if (unit.isSome) return verdicts.some(Boolean)
  return verdicts.every(Boolean) && (verdicts.length > 0 || isNegated)
}

function measure(town: TestData, operand: OperandNode, spoken: Spoken): Measured {
  if (operand.type === 'call') {
    const args = operand.args.map((arg) => measure(town, arg, spoken))
    return measureWritten(operand, town.scope, args)
  }
  if (operand.type !== 'path') return measureWritten(operand, town.scope, [])
  if (operand.root && operand.root.type !== '@table') return readRequest(town, operand)
  return measurePath(town, operand, spoken)
}

function measurePath(town: TestData, path: PathNode, spoken: Spoken): Measured {
  const columns = columnsAlong(town, path)
  const end = columns.at(-1)
  const start = path.root?.type === '@table' ? `@${path.root.table}:${path.root.alias ?? ''}` : ''
  const table = path.root?.type === '@table' ? path.root.table : (town.home ?? '')
  const names = columns.map((column) => column.name)
  const isRows = end?.isMany === true && end.target !== undefined && path.modifier !== 'length'
  const followed = isRows ? names : names.slice(0, -1)
  const places = walk(town, { start, table, columns: followed, spoken, last: false })
  const keys = path.segments.slice(columns.length).map((segment) => segment.name)
  const raw = places.flatMap(({ row }): readonly unknown[] => {
    if (isRows) return [row.id]
    let value: unknown = row[end?.name ?? '']
    for (const key of keys) value = step(value, key)
    if (path.modifier === 'length' && end?.target && end.isMany) {
      const ids = listOf(value)
      return [(town.tables[end.target] ?? []).filter((each) => ids.includes(each.id)).length]
    }
    if (path.modifier === 'length') return [sizeOf(value)]
    if (end?.isMany || path.modifier === 'each') return listOf(value)
    return [value]
  })
  const values = path.modifier === 'lower' ? raw.map(small) : raw
  const type = path.modifier === 'length' ? 'number' : (end?.kind ?? 'text')
  return { values, type: type === 'id' ? 'text' : type, isOutside: false, isWritten: false }
}
