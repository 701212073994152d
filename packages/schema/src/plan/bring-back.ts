import { fillOf } from './fill-of.ts'
import type { Gone, LiveCatalogue } from './live-catalogue.ts'
import type { LinkPlace } from './operation.ts'
import { pairKeyOf, shapeOfColumn } from './shapes.ts'
import { type Standing, type StandingColumn, standColumn, standTable } from './standing.ts'

/**
 * Lets what was set aside stand again under the name it has now, so that bringing it back is a rename
 * like any other. What was replaced by another form of itself becomes that form's former self.
 */
export function bringBack(
  standing: Standing,
  { live, restore }: { live: LiveCatalogue; restore: readonly Gone[] },
): void {
  for (const gone of restore) if (gone.kind === 'table') bringTable(standing, { live, gone })
  const pairs = listStandingPairs(standing)
  for (const gone of restore)
    if (gone.kind === 'column') bringColumn(standing, { live, gone, pairs })
  for (const gone of restore) if (gone.kind === 'join') bringJoin(standing, { live, gone, pairs })
}

function bringTable(
  standing: Standing,
  { live, gone }: { live: LiveCatalogue; gone: Extract<Gone, { kind: 'table' }> },
): void {
  const found = live.tables.find((table) => table.name === gone.goneName)
  if (!found || standing.tables.has(gone.tableId)) return
  const table = standTable({ live, found, definition: gone.definition, drift: [] })
  standing.tables.set(gone.tableId, table)
  standing.restored.push(gone.id)
}

function bringColumn(
  standing: Standing,
  given: { live: LiveCatalogue; gone: Extract<Gone, { kind: 'column' }>; pairs: Set<string> },
): void {
  const { live, gone, pairs } = given
  const table = standing.tables.get(gone.tableId)
  const found = live.tables.find((each) => each.name === table?.name)
  const column = found?.columns.find((each) => each.name === gone.goneName)
  const shape = shapeOfColumn(gone.definition)
  if (!table || !found || !column || !shape) return
  const current = table.columns.get(gone.columnId)
  if (shape.key && pairs.has(shape.key.pairKey)) {
    standing.formerLinks.set(shape.key.pairKey, {
      kind: 'key',
      tableId: gone.tableId,
      columnId: gone.columnId,
      name: gone.goneName,
      holder: shape.key.pairKey.startsWith(`${gone.columnId}|`) ? 'first' : 'second',
      isUnique: shape.key.isUnique,
    })
  } else if (current && !current.key && !shape.key) {
    current.former = { goneName: gone.goneName, form: shape.form, ...fillNow(current) }
  } else {
    if (current) table.extra.push(current)
    table.columns.set(gone.columnId, standColumn({ live, found, column, shape }))
    standing.restored.push(gone.id)
  }
}

/** What empty rows were given when the present column was filled. */
function fillNow(current: StandingColumn) {
  const fill = current.isRequired ? fillOf(current.definition) : undefined
  return fill === undefined ? {} : { fill }
}

function bringJoin(
  standing: Standing,
  given: { live: LiveCatalogue; gone: Extract<Gone, { kind: 'join' }>; pairs: Set<string> },
): void {
  const { live, gone, pairs } = given
  const { pairKey } = gone.definition
  if (!live.tables.some((table) => table.name === gone.goneName)) return
  if (pairs.has(pairKey)) {
    const place: LinkPlace = { kind: 'join', name: gone.goneName }
    standing.formerLinks.set(pairKey, place)
  } else {
    standing.joins.set(pairKey, { name: gone.goneName, shape: gone.definition })
    standing.restored.push(gone.id)
  }
}

/** The relations whose links are kept somewhere already. */
function listStandingPairs(standing: Standing): Set<string> {
  const keys = [...standing.tables.values()].flatMap((table) =>
    [...table.columns.values()].flatMap(({ key, definition }) =>
      key && definition.type === 'relation' ? [pairKeyOf(definition)] : [],
    ),
  )
  return new Set([...standing.joins.keys(), ...keys])
}
