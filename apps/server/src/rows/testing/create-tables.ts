import type { DataModel } from '../../databases/sql/data-model.ts'
import type { Form } from '../../databases/sql/dialect.ts'
import type { TestDatabase } from './test-database.ts'

const TYPES: Readonly<Record<'postgres' | 'sqlite3', Readonly<Record<Form, string>>>> = {
  postgres: {
    text: 'text collate "C"',
    id: 'uuid',
    integer: 'bigint',
    decimal: 'float8',
    bool: 'boolean',
    date: 'timestamptz(3)',
    json: 'jsonb',
  },
  sqlite3: {
    text: 'text',
    id: 'text',
    integer: 'integer',
    decimal: 'real',
    bool: 'integer',
    date: 'text',
    json: 'text',
  },
}

/** Creates tables as the server stores them, but without foreign keys, so that tests can insert inconsistent rows. */
export async function createTables(database: TestDatabase, model: DataModel): Promise<void> {
  const types = TYPES[database.dialect.engine]
  const strict = database.dialect.engine === 'sqlite3' ? ' strict' : ''
  const joins = new Set<string>()
  for (const table of model.tables.values()) {
    const cells: string[] = []
    for (const column of table.columns.values()) {
      const { place } = column.relation ?? {}
      if (place?.kind === 'join' && !joins.has(place.table)) {
        joins.add(place.table)
        const sides = [place.own, place.other].map((name) => `${name} ${types.id} not null`)
        const key = `primary key (${place.own}, ${place.other})`
        await database.execute(
          `create table ${place.table} (${sides.join(', ')}, ${place.position} ${types.integer} not null, ${key})${strict}`,
        )
      }
      if (!column.cell) continue
      const isKey = column.name === 'id'
      const isUnique = place?.kind === 'own-key' && !isBackMany(column.definition)
      const more = isKey ? ' primary key' : isUnique ? ' unique' : ''
      cells.push(`${column.cell.text} ${types[column.form]}${more}`)
    }
    await database.execute(`create table ${table.from.text} (${cells.join(', ')})${strict}`)
  }
}

function isBackMany(definition: unknown): boolean {
  const { options } = definition as { options: { hasMultipleBack?: boolean } }
  return options.hasMultipleBack === true
}
