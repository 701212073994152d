import { Configuration } from '@plinth/contract'
import { type Plan, planMigration } from '@plinth/schema'
import { expect, test } from 'vitest'
import { readRecord, toRecordRows, toTrashEntry } from '../databases/engine/catalogue-record.ts'
import { readPlan, serializePlan, toMigration } from '../databases/engine/migration-row.ts'
import { readWatched } from '../databases/engine/read-watched.ts'
import { WATCHED_KEY } from '../databases/engine/row-event.ts'
import { findPostgresMigration } from '../databases/postgres/catalogue/migration-store.ts'
import { readRelease, readReleasePlan } from '../operations/releases/release-store.ts'
import { readConfiguration } from '../projects/configuration/configuration-text.ts'
import { answering, describeShapes } from './testing/stored-shape.ts'

const configuration = Configuration.parse({
  tables: [{ id: 't', name: 'orders', columns: [{ id: 'c', name: 'total', type: 'number' }] }],
})
const [table] = configuration.tables
const plan = planMigration({
  live: {
    engine: 'sqlite3',
    schema: 'main',
    digest: '',
    applied: Configuration.parse({}),
    tables: [],
    trash: [],
  },
  wanted: configuration,
})
const serialized: Plan = JSON.parse(serializePlan(plan))
const trashRow = {
  id: 'm:g',
  kind: 'table',
  name: 'orders',
  trash_name: 'g',
  migration_id: 'm',
  reason: 'dropped',
  trashed_on: '2026-01-01T00:00:00.000Z',
  table_id: 't',
  column_id: null,
}

describeShapes([
  {
    what: 'migration plan',
    read: readPlan,
    good: serialized,
    bad: { ...serialized, steps: [{ ...serialized.steps[0], operation: { kind: 'explode' } }] },
    at: ' at steps[0].operation.kind',
  },
  {
    what: 'release plan',
    read: (text) => readReleasePlan({ plan: text }),
    good: serialized,
    bad: { ...serialized, wanted: { ...configuration, tables: [{ ...table, id: 7 }] } },
    at: ' at wanted.tables[0].id',
  },
  {
    what: 'progress of a migration',
    read: async (text) => {
      const row = { state: 'preparing', undoes: null, plan: serializePlan(plan), progress: text }
      const client = { query: async () => ({ rows: [row] }) } as never
      return (await findPostgresMigration(client, { schema: 's', id: 'm' }))?.progress
    },
    good: { step: 'last-id' },
    bad: { step: 7 },
    at: ' at step',
  },
  {
    what: 'watched tables',
    read: (text) => readWatched((key) => (key === WATCHED_KEY ? '{"t":["created"]}' : text)),
    good: { t: { operations: ['created'], live: true, triggers: { created: ['w/t'] } } },
    bad: { t: { operations: ['destroyed'] } },
    at: ' at t.operations[0]',
  },
  {
    what: 'configuration',
    read: readConfiguration,
    good: configuration,
    bad: { ...configuration, tables: [{ ...table, name: null }] },
    at: ' at tables[0].name',
  },
  {
    what: 'steps of a release',
    read: async (text) => {
      const row = { steps: text, started_at: new Date(0), ended_at: null }
      return (await readRelease(answering(row), 'rel_1'))?.steps
    },
    good: ['Add table "orders".'],
    bad: [{ words: 'Add table "orders".' }],
    at: ' at [0]',
  },
])

test('the steps of a listed migration are refused with their place', () => {
  const row = {
    id: 'm',
    state: 'applied' as const,
    by: 'a',
    undoes: null,
    undone_by: null,
    started_on: '',
    applied_on: null,
  }
  expect(toMigration({ ...row, steps: JSON.stringify(serialized.steps) }).steps).toHaveLength(
    serialized.steps.length,
  )
  expect(() => toMigration({ ...row, steps: '[{"id":7}]' })).toThrow(
    'steps of a migration: stored JSON is not valid at [0].id: ',
  )
})

test('a trash entry is refused if its definition is of another kind', () => {
  const row = { ...trashRow, definition: JSON.stringify(table) }
  expect(toTrashEntry(row)).toMatchObject({ kind: 'table', tableId: 't', definition: table })
  expect(() => toTrashEntry({ ...row, definition: '{"id":"c","type":"number"}' })).toThrow(
    'trash entry: stored JSON is not valid at definition.name: ',
  )
})

test('a recorded configuration is refused with the place in its tables', () => {
  const rows = toRecordRows(configuration)
  expect(readRecord(rows, 'sqlite3')).toEqual(configuration)
  const broken = rows.map((row) =>
    row.kind === 'table' ? { ...row, definition: '{"id":"t","name":[]}' } : row,
  )
  expect(() => readRecord(broken, 'sqlite3')).toThrow(
    'recorded configuration: stored JSON is not valid at tables[0].name: ',
  )
})
