import { join } from 'node:path'
import { Configuration, listAudit, saveConfiguration, syncDatabase } from '@plinth/contract'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { appConfiguration, newApp } from '../../app/testing/app-tables.ts'
import { newStaff, type Person, withPlatform } from '../../app/testing/people.ts'
import { INTERNAL_TABLE_BOUNDS } from '../../databases/engine/internal-table-bounds.ts'

interface Place {
  owner: Person
  projectId: string
  /** Runs a statement in the dev environment's own database. */
  run<T>(text: string): Promise<T[]>
}

async function openPlace(database: Configuration['database']): Promise<Place> {
  const owner = await newStaff()
  const projectId = await newApp(owner, appConfiguration(database))
  const placement = await withPlatform(async (client) => {
    const { rows } = await client.query(
      `select placement.* from placement join environment on environment.id = environment_id
       where project_id = $1 and name = 'dev'`,
      [projectId],
    )
    return rows[0]
  })
  const { dataDir, databaseUrl } = inject('server')
  const url = new URL(databaseUrl)
  url.pathname = `/${placement.database}`
  return {
    owner,
    projectId,
    async run<T>(text: string) {
      if (database === 'sqlite3') {
        const file = new Sqlite(join(dataDir, 'projects', placement.database))
        try {
          const statement = file.prepare(text)
          if (statement.reader) return statement.all() as T[]
          statement.run()
          return []
        } finally {
          file.close()
        }
      }
      const client = new pg.Client({ connectionString: url.href })
      await client.connect()
      try {
        await client.query(`set search_path to "${placement.schema}"`)
        return (await client.query(text)).rows as T[]
      } finally {
        await client.end()
      }
    },
  }
}

const numbers = (database: string, count: number) =>
  database === 'sqlite3'
    ? `(with recursive series(n) as (select 1 union all select n + 1 from series where n < ${count}) select n from series) as series`
    : `generate_series(1, ${count}) as n`

describe.each(['sqlite3', 'postgres'] as const)('internal tables on %s', (database) => {
  let place: Place
  beforeAll(async () => {
    place = await openPlace(database)
  }, 60_000)

  test('all have a declared bound', async () => {
    const tables = await place.run<{ name: string }>(
      database === 'sqlite3'
        ? `select name from sqlite_master where type = 'table' and name like '\\_plinth\\_%' escape '\\'`
        : `select table_name as name from information_schema.tables
           where table_schema = current_schema() and table_name like '\\_plinth\\_%'`,
    )
    const names = tables.map(({ name }) => name)
    expect(names).toContain('_plinth_audit')
    const declared = Object.keys(INTERNAL_TABLE_BOUNDS)
    expect(names.filter((name) => !declared.includes(name))).toEqual([])
    if (database === 'sqlite3') expect(names.toSorted()).toEqual(declared.toSorted())
  })

  const countAudit = async () => {
    const [row] = await place.run<{ count: number }>('select count(*) as count from _plinth_audit')
    return Number(row?.count)
  }
  const addNote = async () => {
    const answer = await fetch(
      `${inject('server').address}/api/data/notes?$projectId=${place.projectId}`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${place.owner.token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ title: 'A note' }),
      },
    )
    expect(answer.status, await answer.clone().text()).toBe(200)
  }

  test('each change by staff deletes entries older than the retention, and keeps younger ones', async () => {
    const add = (day: string, count: number) =>
      place.run(
        `insert into _plinth_audit (staff_id, action, table_id, table_name, request_id, created_on)
         select 'stf_old', 'created', 'notes', 'notes', n, '${day}T00:00:00.000Z' from ${numbers(database, count)}`,
      )
    const daysAgo = (days: number) =>
      new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    await add(daysAgo(367), 100)
    await add(daysAgo(363), 7)
    expect(await countAudit()).toBe(107)
    await addNote()
    // A change of one row deletes at most 52 entries.
    expect(await countAudit()).toBe(108 - 52)
    await addNote()
    expect(await countAudit()).toBe(9)
    await addNote()
    expect(await countAudit()).toBe(10)
    const { entries } = await place.owner.client.call(listAudit, {
      params: { projectId: place.projectId },
      query: { area: 'row' },
    })
    expect(entries).toHaveLength(10)
  })

  test('the migration log keeps its newest 200 entries and those of the trash', async () => {
    const params = { projectId: place.projectId }
    const sync = async (columns: readonly string[]) => {
      const { tables, ...rest } = appConfiguration(database)
      const notes = tables.map((table) =>
        table.name === 'notes'
          ? {
              ...table,
              rules: { ...table.rules, list: '', view: '', create: '', update: '', delete: '' },
              columns: columns.map((name) => ({ id: name, name, type: 'text', options: {} })),
            }
          : table,
      )
      const newConfiguration = Configuration.parse({ ...rest, tables: notes })
      await place.owner.client.call(saveConfiguration, { params, body: { newConfiguration } })
      await place.owner.client.call(syncDatabase, { params, body: {} })
    }
    const log = async () =>
      (await place.run<{ id: string }>('select id from _plinth_migration order by number')).map(
        ({ id }) => id,
      )
    await sync(['title'])
    const trashing = (await log()).at(-1)
    await place.run(
      `insert into _plinth_migration (id, state, by, plan)
       select 'old_' || n, 'applied', 'test', '{"steps":[]}' from ${numbers(database, 260)}`,
    )
    await sync(['title', 'body'])
    const left = await log()
    expect(left).toHaveLength(201)
    expect(left.slice(0, 2)).toEqual([trashing, 'old_62'])
  })
})
