import { join, resolve } from 'node:path'
import { Configuration, MAX_ROWS } from '@plinth/contract'
import { checkSort, parseSort } from '@plinth/expression'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import type { DataModel } from '../../apps/server/src/databases/sql/data-model.ts'
import type { Statement } from '../../apps/server/src/databases/sql/render.ts'
import { preparedName } from '../../apps/server/src/foundation/platform/prepared-name.ts'
import { createTables } from '../../apps/server/src/rows/testing/create-tables.ts'
import { testLayout } from '../../apps/server/src/rows/testing/test-layout.ts'
import {
  embeddedDatabaseUrl,
  makeDataDir,
  removeDataDir,
  startStack,
} from '../../faults/stack/stack.ts'
import { quantile, round } from '../measure/statistics.ts'

/**
 * Compares the statements for a page of this checkout with those of another one, on the same tables in one run:
 * `node bench/builds/compare-pages.ts ../before`. Both sides alternate; the lower quartile of each is compared.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 400)
const ROWS = 2_000
const [other] = process.argv.slice(2)
if (other === undefined) throw new Error('Name the folder of the other checkout.')
const roots = { this: resolve(import.meta.dirname, '../..'), other: resolve(other) }

const CONFIGURATION = Configuration.parse({
  version: 'v1',
  tables: [
    {
      id: 't1',
      name: 'item',
      columns: [
        { id: 'c1', name: 'title', type: 'text' },
        { id: 'c2', name: 'body', type: 'text' },
        { id: 'c3', name: 'status', type: 'text' },
        { id: 'c4', name: 'rank', type: 'number' },
        { id: 'c5', name: 'meta', type: 'json' },
      ],
    },
  ],
})
/** What a row has in its JSON cell: ordinary, or so much that PostgreSQL compresses it. */
const META = {
  small: JSON.stringify({ a: 1, tags: ['x', 'y'], owner: 'somebody@example.com' }),
  compressed: JSON.stringify(
    Array.from({ length: 120 }, (_, n) => ({ n, text: `Item ${n * 7919}` })),
  ),
}

type Run = (statement: Statement) => Promise<unknown> | unknown
interface Database {
  readonly engine: 'postgres' | 'sqlite3'
  readonly schema: string
  execute(text: string): Promise<void>
  /** How a checkout runs a statement. */
  runner(root: string): Promise<Run>
}

async function importFrom(root: string, path: string) {
  return (await import(join(root, 'apps/server/src', path))) as Record<string, never>
}

function sortOf({ catalogue }: DataModel) {
  const parsed = parseSort('-createdOn,-id')
  const checked = parsed.ok
    ? checkSort(parsed.keys, { catalogue, mode: 'filter', table: 'item' })
    : undefined
  if (!checked?.ok) throw new Error('The sort is wrong')
  return checked.keys
}

/** A page of rows as this checkout or the other one compiles it. */
async function compileAt(root: string, { engine, schema }: Database, limit: number) {
  const { modelOf } = (await importFrom(root, 'databases/sql/data-model.ts')) as never as {
    modelOf: (of: object) => DataModel
  }
  const name = engine === 'postgres' ? 'postgres' : 'sqlite'
  const dialects = await importFrom(root, `databases/sql/${name}-dialect.ts`)
  const { compileWholePage, compilePage } = (await importFrom(
    root,
    'rows/statements/select/compile-select.ts',
  )) as never as Record<string, (model: DataModel, page: object) => { statement: Statement }>
  const layout = testLayout(CONFIGURATION, schema)
  const dialect = dialects[`${name}Dialect`]
  const model = modelOf({ configuration: CONFIGURATION, layout, dialect })
  const table = model.tables.get('item')
  const page = {
    ...{ table, rule: true, sort: sortOf(model), limit, maxBytes: 10_485_760 },
    ...{ view: { relations: new Map() }, viewer: { seesHidden: true } },
  }
  const whole = compileWholePage?.(model, page).statement
  const byRow = compilePage?.(model, page).statement
  if (!whole || !byRow) throw new Error(`${root} compiles no page`)
  return { model, whole, byRow }
}

async function timeOf(work: () => Promise<unknown> | unknown): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}

async function compare(name: string, sides: Record<string, () => Promise<unknown> | unknown>) {
  const taken: Record<string, number[]> = {}
  const entries = Object.entries(sides)
  for (let at = -30; at < ROUNDS; at += 1)
    for (const [side, work] of at % 2 === 0 ? entries : entries.toReversed()) {
      const ms = await timeOf(work)
      if (at >= 0) taken[side] = [...(taken[side] ?? []), ms]
    }
  const figure = (side: string) => quantile(taken[side] ?? [], 0.25)
  const [own, before] = [figure('this'), figure('other')]
  console.log(
    `${name}: ${round(own, 3)} ms, before ${round(before, 3)} ms, ratio ${round(own / before, 3)}`,
  )
}

async function measure(database: Database) {
  const { engine, schema } = database
  const { model } = await compileAt(roots.this, database, 50)
  const dialect = model.dialect
  await createTables({ ...database, dialect } as never, model)
  await database.execute(
    `create index ${engine === 'postgres' ? '' : 'main.'}newest on ${engine === 'postgres' ? `${schema}.` : ''}item ("createdOn" desc, id desc)`,
  )
  const id = engine === 'postgres' ? 'gen_random_uuid()' : 'lower(hex(randomblob(16)))'
  const now = engine === 'postgres' ? 'now()' : `'2026-01-01T00:00:00.000Z'`
  const numbers =
    engine === 'postgres'
      ? `generate_series(1, ${ROWS}) n`
      : `(with recursive s(n) as (select 1 union all select n + 1 from s where n < ${ROWS}) select n from s)`
  for (const [kind, meta] of Object.entries(META)) {
    await database.execute(`delete from ${schema}.item`)
    await database.execute(`insert into ${schema}.item (id, "createdOn", "updatedOn", title, body, status, rank, meta)
      select ${id}, ${now}, ${now}, 'Item number ' || n, '${'Some words of a text. '.repeat(10)}', 'open', n, '${meta}' from ${numbers}`)
    if (engine === 'postgres') await database.execute(`vacuum analyze ${schema}.item`)
    for (const limit of [50, MAX_ROWS]) {
      const [own, before] = await Promise.all(
        [roots.this, roots.other].map(async (root) => ({
          run: await database.runner(root),
          ...(await compileAt(root, database, limit)),
        })),
      )
      if (!own || !before) throw new Error('Nothing to compare')
      for (const which of ['whole', 'byRow'] as const)
        await compare(`${engine} ${kind} ${which} ${limit}`, {
          this: () => own.run(own[which]),
          other: () => before.run(before[which]),
        })
    }
  }
}

const dataDir = makeDataDir()
const stack = await startStack({ dataDir, env: { PLINTH_LOG_LEVEL: 'error' } })
const client = new pg.Client({ connectionString: embeddedDatabaseUrl(dataDir) })
await client.connect()
await client.query('create schema pages')
await measure({
  engine: 'postgres',
  schema: 'pages',
  execute: async (text) => void (await client.query(text)),
  runner: async () => {
    return ({ text, values }) =>
      client.query({ name: preparedName(text), text, values: [...values] })
  },
})
await client.end()
await stack.stop()
const file = new Sqlite(join(dataDir, 'pages.sqlite'))
await measure({
  engine: 'sqlite3',
  schema: 'main',
  execute: async (text) => void file.exec(text),
  runner: async (root) => {
    const { SqliteFile } = (await importFrom(
      root,
      'rows/runners/sqlite/sqlite-file.ts',
    )) as never as {
      SqliteFile: new (path: string, opening: object) => { run: Run }
    }
    const opened = new SqliteFile(join(dataDir, 'pages.sqlite'), { isWriter: false })
    return (statement) => opened.run(statement)
  },
})
file.close()
removeDataDir(dataDir)
