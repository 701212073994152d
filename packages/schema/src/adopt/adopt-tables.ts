import {
  type Configuration,
  Configuration as ConfigurationShape,
  type Rules,
  type Table,
} from '@plinth/contract'
import type { LiveTable } from '../plan/live-catalogue.ts'
import { OWN_PREFIX } from '../plan/stored-names.ts'
import { adoptRelation, orderAfter } from './adopt-relations.ts'
import { findHindrance, listFields } from './adoptable.ts'
import type { AdoptedPair, Adopting } from './adopting.ts'
import { fieldOf } from './field-of.ts'

/** Result of reading an existing database. */
export interface Adoption {
  /** The existing schema, with the draft's ids where names match. */
  applied: Configuration
  /** The draft with everything that exists added, so that the first sync drops nothing. */
  draft: Configuration
  /** Objects that cannot be served and stay unchanged, as sentences. */
  leftAlone: string[]
}

/** Reads tables, fields and relations of an existing database, matched to a draft by name. */
export function adoptTables(adopting: Adopting): Adoption {
  const { live, draft } = adopting
  const leftAlone: string[] = []
  const pairs = new Map<string, AdoptedPair>()
  for (const table of live.tables) {
    if (table.name.startsWith(OWN_PREFIX)) continue
    const hindrance = findHindrance(table, live.engine)
    if (hindrance) leftAlone.push(`Table "${table.name}" is left alone: ${hindrance}.`)
    else pairs.set(table.name, startPair(adopting, table))
  }
  for (const pair of pairs.values()) adoptFields(adopting, { pair, pairs, leftAlone })
  const tables = [...pairs.values()].map(({ table }) => table)
  const applied = ConfigurationShape.parse({
    version: draft.version,
    database: live.engine,
    tables,
  })
  return { applied, draft: joinDraft(draft, applied), leftAlone }
}

/** Only staff can read adopted rows until a sync applies the draft's rules. */
const LOCKED: Rules = { list: '', view: '', create: '', update: '', delete: '' }

function startPair({ draft, idOf }: Adopting, live: LiveTable): AdoptedPair {
  const drafted = draft.tables.find(({ name, type }) => name === live.name && type !== 'Computed')
  const { tables } = ConfigurationShape.parse({
    tables: [{ id: idOf(`table:${live.name}`), name: live.name, order: draft.tables.length }],
  })
  const [bare] = tables as [Table]
  return { live, drafted, table: { ...bare, ...drafted, columns: [], rules: LOCKED } }
}

function adoptFields(
  adopting: Adopting,
  {
    pair,
    pairs,
    leftAlone,
  }: { pair: AdoptedPair; pairs: Map<string, AdoptedPair>; leftAlone: string[] },
): void {
  const { live, drafted, table } = pair
  const { engine } = adopting.live
  for (const { column, form } of listFields(live, engine)) {
    const foreign = live.foreignKeys.find((each) => each.column === column.name)
    const target = foreign && pairs.get(foreign.target)
    if (foreign && target && adoptRelation(adopting, { holder: pair, target, foreign })) continue
    const known = drafted?.columns.find(({ name }) => name === column.name)
    if (!form || known?.type === 'relation') {
      const why = form ? 'the relation of this name is kept elsewhere' : `it is ${column.type}`
      leftAlone.push(`Column "${column.name}" of "${live.name}" is left alone: ${why}.`)
    } else {
      const id = known?.id ?? adopting.idOf(`column:${live.name}.${column.name}`)
      const order = known?.order ?? orderAfter(table)
      table.columns.push(fieldOf({ column, form, id, order, drafted: known }))
    }
  }
}

/** Adds existing tables and fields that the draft does not have. */
function joinDraft(draft: Configuration, applied: Configuration): Configuration {
  const found = new Map(applied.tables.map((table) => [table.id, table]))
  const tables = draft.tables.map((table) => {
    const ids = new Set(table.columns.map(({ id }) => id))
    const names = new Set(table.columns.map(({ name }) => name.toLowerCase()))
    const more = (found.get(table.id)?.columns ?? []).filter(
      ({ id, name }) => !ids.has(id) && !names.has(name.toLowerCase()),
    )
    found.delete(table.id)
    return more.length === 0 ? table : { ...table, columns: [...table.columns, ...more] }
  })
  return { ...draft, database: applied.database, tables: [...tables, ...found.values()] }
}
