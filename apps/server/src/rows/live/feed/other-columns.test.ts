import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, inject, test } from 'vitest'
import { withPlatform } from '../../../app/testing/people.ts'
import { connectToData } from '../testing/data-database.ts'
import { type LivePlace, livePlace } from '../testing/live-place.ts'

const OPEN = { create: 'true', update: 'true', delete: 'true' }
const SHOWN = 'isPrivate != true'
const TABLES = [
  {
    id: 't',
    name: 't',
    live: true,
    rules: { list: SHOWN, view: SHOWN, ...OPEN },
    columns: [
      { id: 'n_a', name: 'a', type: 'text' },
      { id: 'n_private', name: 'isPrivate', type: 'checkbox' },
    ],
  },
]
const SUBSCRIPTION = { id: 's', table: 't' }

/** Runs statements in the project's own database. */
async function run({ projectId }: LivePlace, statements: readonly string[]): Promise<void> {
  const placed = await withPlatform(async (client) => {
    const { rows } = await client.query(
      `select engine, database, environment_id as "environmentId" from placement
       join environment on environment.id = environment_id where project_id = $1 and name = 'dev'`,
      [projectId],
    )
    return rows[0] as { engine: string; database: string; environmentId: string }
  })
  const texts = statements.map((text) => text.replaceAll('$environment', placed.environmentId))
  if (placed.engine === 'sqlite3') {
    const file = new Sqlite(join(inject('server').dataDir, 'projects', placed.database))
    for (const text of texts) file.exec(text)
    file.close()
    return
  }
  const { client, schema } = await connectToData(projectId)
  await client.query(`set search_path to "${schema}"`)
  for (const text of texts) await client.query(text)
  await client.end()
}

/** What the trigger of other columns wrote: the row lacks the column that the rule reads. */
const OLD_ROW = `'t', 'created', 'x', '{"id":"x","a":"private"}', 0`
const STATEMENTS = {
  sqlite3: [
    'update _plinth_log set position = position + 1',
    `insert into _plinth_event (key, table_id, operation, row_id, row, depth, position, live, delivered, shape)
     values ('k', ${OLD_ROW}, (select position from _plinth_log), 1, 1, 'columns of before')`,
  ],
  postgres: [
    `insert into _plinth.row_event
       (environment_id, table_id, operation, row_id, row, depth, live, delivered, shape)
     values ('$environment', ${OLD_ROW}, true, true, 'columns of before')`,
  ],
}

describe.each(['sqlite3', 'postgres'] as const)('changes of other columns, %s', (database) => {
  test('are not judged: the rows are read again', async () => {
    const place = await livePlace(database, TABLES)
    const stream = await place.open({ subscriptions: [SUBSCRIPTION] })
    const { data } = await stream.next('subscribed')
    await run(place, STATEMENTS[database])
    await place.create({ a: 'one' }, 't')
    const [reset] = await stream.until(({ event }) => event === 'reset')
    expect(reset).toMatchObject({ event: 'reset', data: { subscription: 's', reason: 'schema' } })
    await place.create({ a: 'two' }, 't')
    const sent = await stream.until(({ data: { row } }) => row?.a === 'two')
    // The first one arrives as well if the log was read before it was made.
    expect(sent.map(({ data: { row } }) => row?.a)).not.toContain('private')
    stream.close()

    const again = await place.open({ subscriptions: [{ ...SUBSCRIPTION, after: data.position }] })
    const first = await again.next('reset', 'change')
    expect(first).toMatchObject({ event: 'reset', data: { reason: 'position' } })
    await place.create({ a: 'three' }, 't')
    expect((await again.next('change')).data.row).toMatchObject({ a: 'three' })
    again.close()
  })

  test('nor by the rules of before, if nobody has told of the new ones', async () => {
    const place = await livePlace(database, TABLES)
    const stream = await place.open({ subscriptions: [SUBSCRIPTION] })
    await stream.next('subscribed')
    await run(place, [`update _plinth_meta set value = 'a new release' where key = 'release'`])
    expect((await stream.next('reset', 'change')).data).toMatchObject({ reason: 'schema' })
    await place.create({ a: 'one' }, 't')
    expect((await stream.next('change')).data.row).toMatchObject({ a: 'one' })
    stream.close()
  })
})
