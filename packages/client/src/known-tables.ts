import { getConfiguration, SYSTEM_COLUMNS } from '@plinth/contract'
import type { Client } from './create-client.ts'
import type { Scope } from './row-params.ts'

/** The names of a project's tables, each with the names of its columns where they are known. */
export type KnownTables = Readonly<Record<string, readonly string[] | null>>

/** Refuses a table that is not there; without known tables only a missing name is refused. */
export function checkTable(name: string, known: KnownTables | undefined): void {
  if (!name) throw new Error('Table name is required')
  if (known && !Object.hasOwn(known, name)) throw new Error(`Table with name ${name} not found`)
}

interface NamedTable {
  table: string
  known: KnownTables | undefined
}

/** Refuses a column that its table does not have. */
export function checkColumns(names: Iterable<string>, { table, known }: NamedTable): void {
  const columns = known?.[table]
  if (!columns) return
  for (const name of names) {
    if (columns.includes(name) || SYSTEM_COLUMNS.some((each) => each === name)) continue
    throw new Error(`Column with name ${name} not found in table ${table}`)
  }
}

/** The columns that a call's parameters name: of a path only its first step belongs to the table. */
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

interface Described {
  name: string
  columns?: { name: string }[]
}

/** Asks the server for the names of a project's tables and columns, as far as the caller may see them. */
export async function fetchTables(
  client: Client,
  { $projectId, $environment }: Required<Pick<Scope, '$projectId'>> & Scope,
): Promise<KnownTables> {
  const { tables } = await client.call(getConfiguration, {
    params: { projectId: $projectId },
    query: $environment ? { $environment } : {},
  })
  return Object.fromEntries(
    (tables as Described[]).map(({ name, columns = [] }) => [name, columns.map((one) => one.name)]),
  )
}
