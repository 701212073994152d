import { randomUUID } from 'node:crypto'
import type { Configuration } from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Placement } from '../engine/database-engine.ts'
import { ROW_OPERATIONS } from '../engine/row-event.ts'
import { configure, field, relate, table } from '../testing/configurations.ts'
import type { EngineHarness } from '../testing/engine-harness.ts'
import { ENGINES } from '../testing/open-harnesses.ts'
import { readEvents } from '../testing/read-events.ts'
import { planFor, sync } from '../testing/sync.ts'

describe.each(ENGINES)('row events, %s', (_name, open) => {
  let harness: EngineHarness
  beforeAll(async () => {
    harness = await open(inject('server').databaseUrl)
  })
  afterAll(() => harness.close())

  const ALL = { t_post: { operations: ROW_OPERATIONS } }
  const posts = (...columns: Parameters<typeof table>[1] & object) =>
    configure(harness.name, table('post', columns), table('other', [field('x')]))

  async function provision(wanted: Configuration): Promise<Placement> {
    const placement = await harness.newPlacement()
    const { result } = await sync(harness, { placement, wanted })
    expect(result.kind).toBe('applied')
    return placement
  }

  const eventsOf = (placement: Placement) => readEvents(harness, placement)

  async function insert(placement: Placement, values: Record<string, unknown>, into = 'post') {
    const id = randomUUID()
    const names = ['id', ...Object.keys(values)].map((name) => `"${name}"`)
    await harness.query(
      placement,
      `insert into "${into}" (${names}) values (${names.map(() => '?')})`,
      [id, ...Object.values(values)],
    )
    return id
  }

  const isTrue = () => (harness.name === 'postgres' ? true : 1)

  test('a change writes an event with the row in its wire form', async () => {
    const placement = await provision(
      posts(
        field('title'),
        field('count', 'number'),
        field('done', 'checkbox'),
        field('due', 'date'),
        field('more', 'json'),
      ),
    )
    await harness.engine.watchRows(placement, ALL)
    const due = '2026-01-02T03:04:05.006Z'
    const values = { title: `it's "odd"`, count: 7, done: isTrue(), due, more: '{"a":[1,null]}' }
    const id = await insert(placement, values)
    await harness.query(placement, 'update "post" set "title" = ? where "id" = ?', ['new', id])
    await harness.query(placement, 'delete from "post" where "id" = ?', [id])
    const [created, updated, deleted] = await eventsOf(placement)
    const row = { id, title: `it's "odd"`, count: 7, done: true, due, more: { a: [1, null] } }
    expect(created).toMatchObject({ table_id: 't_post', operation: 'created', row_id: id, row })
    expect(created?.old).toBeNull()
    expect(created?.row.createdOn).toMatch(/^\d{4}-.*Z$/)
    expect(updated).toMatchObject({ operation: 'updated', row: { ...row, title: 'new' }, old: row })
    expect(deleted).toMatchObject({
      operation: 'deleted',
      row: { ...row, title: 'new' },
      old: null,
    })
  })

  test('an event and its row are committed or rolled back together', async () => {
    const placement = await provision(posts(field('title', 'text', { isUnique: true })))
    await harness.engine.watchRows(placement, ALL)
    await insert(placement, { title: 'one' })
    await expect(insert(placement, { title: 'one' })).rejects.toThrow()
    expect(await eventsOf(placement)).toHaveLength(1)
  })

  test('hidden and hashed values are in no event, but changing one still writes an event', async () => {
    const placement = await provision(
      posts(
        field('title'),
        field('secret', 'text', { isHidden: true }),
        field('word', 'text', { isHashed: true }),
      ),
    )
    await harness.engine.watchRows(placement, ALL)
    const id = await insert(placement, { title: 'a', secret: 'canary', word: 'canary' })
    await harness.query(placement, 'update "post" set "secret" = ? where "id" = ?', ['canary2', id])
    const events = await eventsOf(placement)
    expect(events.map(({ operation }) => operation)).toEqual(['created', 'updated'])
    expect(JSON.stringify(events)).not.toContain('canary')
  })

  test('unwatched tables, unwatched operations and unchanged values write no event', async () => {
    const placement = await provision(posts(field('title')))
    await harness.engine.watchRows(placement, {
      t_post: { operations: ['updated'] },
      t_nowhere: { operations: ['created'] },
    })
    await insert(placement, { x: '1' }, 'other')
    const id = await insert(placement, { title: 'a' })
    await harness.query(placement, 'update "post" set "title" = "title" where "id" = ?', [id])
    expect(await eventsOf(placement)).toEqual([])
    await harness.query(placement, 'update "post" set "title" = ? where "id" = ?', ['b', id])
    expect(await eventsOf(placement)).toHaveLength(1)
    await harness.query(placement, 'delete from "post"')
    expect(await eventsOf(placement)).toHaveLength(1)
  })

  test('unwatching a table stops its events and deletes the pending ones', async () => {
    const placement = await provision(posts(field('title')))
    await harness.engine.watchRows(placement, ALL)
    await insert(placement, { title: 'a' })
    await harness.engine.watchRows(placement, {})
    await insert(placement, { title: 'b' })
    expect(await eventsOf(placement)).toEqual([])
    await harness.engine.watchRows(placement, {})
    await harness.engine.watchRows(placement, ALL)
    await harness.engine.watchRows(placement, ALL)
    await insert(placement, { title: 'c' })
    expect(await eventsOf(placement)).toHaveLength(1)
  })

  test('a relation unset by deleting the other row is an update of the row that held it', async () => {
    const [own, back] = relate(['post', 'other'])
    const placement = await provision(
      configure(harness.name, table('post', [field('title'), own]), table('other', [back])),
    )
    await harness.engine.watchRows(placement, ALL)
    const other = await insert(placement, {}, 'other')
    await insert(placement, { title: 'a', post_other: other })
    await harness.query(placement, 'delete from "other" where "id" = ?', [other])
    const [created, updated] = await eventsOf(placement)
    expect(created?.row.post_other).toBe(other)
    expect(updated).toMatchObject({ operation: 'updated', row: { post_other: null } })
  })

  test('a sync writes no events, and watching survives renames, type changes and drops', async () => {
    const placement = await provision(posts(field('title'), field('count')))
    await harness.engine.watchRows(placement, ALL)
    await insert(placement, { title: 'a', count: '12' })
    const title = { ...field('title'), name: 'heading' }
    const wanted = configure(
      harness.name,
      {
        ...table('post', [title, field('count', 'number'), field('added', 'text')]),
        name: 'article',
      },
      table('fresh', [field('y')]),
    )
    expect((await sync(harness, { placement, wanted })).result.kind).toBe('applied')
    expect(await eventsOf(placement)).toHaveLength(1)
    const id = await insert(placement, { heading: 'b', count: 3, added: 'c' }, 'article')
    expect((await eventsOf(placement)).at(-1)).toMatchObject({
      table_id: 't_post',
      row: { id, heading: 'b', count: 3, added: 'c' },
    })
    const again = await planFor(harness, { placement, wanted })
    expect([...again.steps, ...again.drift]).toEqual([])
  })

  test('a dropped table writes events again once it is restored', async () => {
    const before = posts(field('title'))
    const placement = await provision(before)
    await harness.engine.watchRows(placement, ALL)
    const wanted = configure(harness.name, table('other', [field('x')]))
    expect((await sync(harness, { placement, wanted })).result.kind).toBe('applied')
    const undone = await harness.engine.undoLast(placement, { migrationId: 'mig_back', by: 'test' })
    expect(undone.kind).toBe('applied')
    await insert(placement, { title: 'back' })
    expect(await eventsOf(placement)).toHaveLength(1)
  })

  test('dropping an environment deletes its events', async () => {
    const placement = await provision(posts(field('title')))
    await harness.engine.watchRows(placement, ALL)
    await insert(placement, { title: 'a' })
    await harness.engine.drop(placement)
    if (harness.name === 'postgres') expect(await eventsOf(placement)).toEqual([])
    await harness.engine.drop(placement)
  })
})
