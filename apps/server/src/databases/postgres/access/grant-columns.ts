import { type Column, type Configuration, SYSTEM_COLUMNS } from '@plinth/contract'
import { shapesOf } from '@plinth/schema'
import type pg from 'pg'
import type { Placement } from '../../engine/database-engine.ts'
import { readerRole, viewOwnerRole } from '../../engine/role-names.ts'
import { quoteName } from '../../sql/quote-name.ts'

const isHashed = ({ options }: Column) => 'isHashed' in options && options.isHashed === true
/** Columns that no Computed table may use. */
export const isRestricted = (column: Column): boolean => isHashed(column) || column.options.isHidden

interface Grant {
  readonly table: string
  readonly reader: readonly string[]
  readonly viewOwner: readonly string[]
}

/** The tables that store rows, with the columns that each role may select. */
function listGrants(configuration: Configuration): readonly Grant[] {
  const { tables, joins } = shapesOf(configuration)
  const stored = [...tables.values()].map(({ name, columns }) => {
    const named = (may: (column: Column) => boolean) => [
      ...SYSTEM_COLUMNS,
      ...columns.filter(({ column }) => may(column)).map((shape) => shape.name),
    ]
    const reader = named((column) => !isHashed(column))
    return { table: name, reader, viewOwner: named((column) => !isRestricted(column)) }
  })
  const links = [...joins.values()].map(({ name }) => ({
    table: name,
    reader: ['*'],
    viewOwner: [],
  }))
  return [...stored, ...links]
}

/** The names of the tables that `grantColumns` changes. */
export const listGranted = (configuration: Configuration): readonly string[] =>
  listGrants(configuration).map(({ table }) => table)

/** Every table that stores rows, including those in the trash, with its columns. */
const STORED = `
  select c.relname as table, array_agg(a.attname::text) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and pg_has_role(c.relowner, 'usage')
  group by c.relname`

/** Grants the two roles exactly the columns that the configuration allows; call within a transaction. */
export async function grantColumns(
  client: Pick<pg.ClientBase, 'query'>,
  { placement, configuration }: { placement: Placement; configuration: Configuration },
): Promise<void> {
  const schema = quoteName(placement.schema)
  const [reader, viewOwner] = [readerRole(placement), viewOwnerRole(placement)].map(quoteName)
  const result = await client.query<{ table: string; columns: string[] }>(STORED, [schema])
  const stored = new Map(result.rows.map(({ table, columns }) => [table, new Set(columns)]))
  const inside = (table: string) => `${schema}.${quoteName(table)}`
  const all = [...stored.keys()].map(inside)
  const revoke =
    all.length > 0 ? [`revoke all on ${all.join(', ')} from ${reader}, ${viewOwner}`] : []
  const grants = listGrants(configuration).flatMap(({ table, ...roles }) => {
    const there = stored.get(table)
    if (!there) return []
    const grant = (role: string | undefined, columns: readonly string[]) => {
      const names = columns.includes('*') ? [...there] : columns.filter((name) => there.has(name))
      if (names.length === 0) return []
      return [`grant select (${names.map(quoteName).join(', ')}) on ${inside(table)} to ${role}`]
    }
    return [...grant(reader, roles.reader), ...grant(viewOwner, roles.viewOwner)]
  })
  // One message, because the cutover holds table locks meanwhile.
  await client.query(
    [...revoke, `grant usage on schema ${schema} to ${reader}`, ...grants].join(';\n'),
  )
}
