import type { Client } from './create-client.ts'
import { getConfiguration } from './protocol/routes.ts'
import { type Scope, SYSTEM_COLUMNS } from './protocol/wire-types.ts'

/** Column names by table name; null if a table's columns are unknown. */
export type KnownTables = Readonly<Record<string, readonly string[] | null>>

/** Throws for an unknown table. Without known tables it only rejects an empty name. */
export function checkTable(name: string, known: KnownTables | undefined): void {
  if (!name) throw new Error('Table name is required')
  if (known && !Object.hasOwn(known, name)) throw new Error(`Table with name ${name} not found`)
}

interface NamedTable {
  table: string
  known: KnownTables | undefined
}

/** Throws for an unknown column. */
export function checkColumns(names: Iterable<string>, { table, known }: NamedTable): void {
  const columns = known?.[table]
  if (!columns) return
  for (const name of names) {
    if (columns.includes(name) || SYSTEM_COLUMNS.includes(name)) continue
    throw new Error(`Column with name ${name} not found in table ${table}`)
  }
}

/** Columns named in a call's parameters; only the first segment of a path belongs to the table. */
export function columnsIn(params: {
  $columns?: unknown
  $sort?: unknown
  $withRelation?: unknown
}) {
  const wordsOf = (value: unknown) =>
    value === undefined ? [] : [value].flat().flatMap((text) => String(text).split(','))
  const columns = wordsOf(params.$columns).filter((word) => !word.trim().startsWith('expand.'))
  return [...columns, ...wordsOf(params.$sort), ...wordsOf(params.$withRelation)]
    .map((word) => /^[\s+-]*([^.]*)/.exec(word)?.[1]?.trim() ?? '')
    .filter((word) => word !== '')
}

/** Loads the table and column names of a project that are visible to the caller. */
export async function fetchTables(
  client: Client,
  { $projectId, $environment }: Required<Pick<Scope, '$projectId'>> & Scope,
): Promise<KnownTables> {
  const { tables } = await client.call(getConfiguration, {
    params: { projectId: $projectId },
    query: $environment ? { $environment } : {},
  })
  return Object.fromEntries(
    tables.map(({ name, columns = [] }) => [name, columns.map((one) => one.name)]),
  )
}
