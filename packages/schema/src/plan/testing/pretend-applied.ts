import type { Configuration } from '@plinth/contract'
import { STORED_TYPES } from '../form.ts'
import type { LiveCatalogue, LiveTable } from '../live-catalogue.ts'
import { shapesOf } from '../shapes.ts'

/** The live catalogue as if a configuration had been applied, for tests without a database. */
export function pretendApplied(applied: Configuration): LiveCatalogue {
  const { tables, joins, views } = shapesOf(applied)
  const types = STORED_TYPES[applied.database]
  const names = new Map([...tables.values()].map((table) => [table.tableId, table.name]))
  const bare = { indexes: [], foreignKeys: [], rows: null }
  const all: LiveTable[] = [
    ...[...tables.values()].map((table) => ({
      name: table.name,
      kind: 'table' as const,
      rows: null,
      columns: [
        ...['createdOn', 'updatedOn'].map((name) => ({
          name,
          type: types.moment,
          isRequired: true,
          hasDefault: false,
        })),
        ...table.columns.map(({ name, form, isRequired }) => ({
          name,
          type: types[form],
          isRequired,
          hasDefault: false,
        })),
      ],
      indexes: table.indexes.map(({ name, columns, isUnique }) => ({
        name,
        columns,
        isUnique,
        isValid: true,
      })),
      foreignKeys: table.columns.flatMap(({ name, key }) =>
        key ? [{ name, column: name, target: names.get(key.targetId) ?? '' }] : [],
      ),
    })),
    ...[...joins.values()].map(({ name }) => ({
      name,
      kind: 'table' as const,
      columns: [],
      ...bare,
    })),
    ...[...views.values()].map(({ name }) => ({
      name,
      kind: 'view' as const,
      columns: [],
      ...bare,
    })),
  ]
  return { engine: applied.database, schema: 'main', digest: '', applied, tables: all, trash: [] }
}
