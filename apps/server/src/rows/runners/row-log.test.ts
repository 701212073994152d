import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Placement } from '../../databases/engine/database-engine.ts'
import type { EngineHarness } from '../../databases/testing/engine-harness.ts'
import { ENGINES } from '../../databases/testing/open-harnesses.ts'
import { sync } from '../../databases/testing/sync.ts'
import { addPost, LIVE, newPosts, openRunnerOf, postsOf } from '../testing/log-world.ts'
import type { RowRunner } from './row-runner.ts'

const WAITING = { ...LIVE, triggers: { created: ['wfl_1/t'] } }
const ALL = { max: 100, except: [] }

describe.each(ENGINES)('the log of changes, %s', (name, open) => {
  let harness: EngineHarness
  let runner: RowRunner
  const events = name === 'postgres' ? '_plinth.row_event' : '_plinth_event'
  const log = name === 'postgres' ? '_plinth.row_log' : '_plinth_log'
  beforeAll(async () => {
    harness = await open(inject('server').databaseUrl)
    runner = openRunnerOf(harness)
  })
  afterAll(async () => {
    await runner.close()
    await harness.close()
  })

  const readAll = async (placement: Placement, after = 0) => {
    await runner.placeChanges(placement)
    return runner.readLog(placement, { after, max: 100 })
  }

  test('gives each change the next position of its environment', async () => {
    const placement = await newPosts(harness, LIVE)
    const other = await newPosts(harness, LIVE)
    expect(await readAll(placement)).toMatchObject({ position: 0, removedTo: 0, changes: [] })
    const id = await addPost(harness, { placement, title: 'one' })
    await addPost(harness, { placement: other, title: 'theirs' })
    await harness.query(placement, 'update "post" set "title" = ?', ['two'])
    await harness.query(placement, 'delete from "post"')
    const all = await readAll(placement)
    expect(all?.changes).toMatchObject([
      { position: 1, operation: 'created', tableId: 't_post', rowId: id, old: null },
      { position: 2, operation: 'updated', rowId: id },
      { position: 3, operation: 'deleted', rowId: id, old: null },
    ])
    const updated = all?.changes[1]
    const titles = [updated?.row, updated?.old].map((row) => JSON.parse(row ?? '').title)
    expect(titles).toEqual(['two', 'one'])
    expect(all?.position).toBe(3)
    expect((await readAll(placement, 2))?.changes).toMatchObject([{ position: 3 }])
    expect((await readAll(other))?.changes).toMatchObject([{ position: 1 }])
    expect((await readAll(other))?.epoch).not.toBe(all?.epoch)
    expect(await runner.readEvents(placement, ALL)).toEqual([])
  })

  test('keeps what a trigger got only if the table is live', async () => {
    const placement = await newPosts(harness, WAITING)
    await addPost(harness, { placement, title: 'live' })
    const [kept] = await runner.readEvents(placement, ALL)
    expect(kept).toMatchObject({ operation: 'created', triggers: '["wfl_1/t"]' })
    await runner.endEvents(placement, [kept?.key ?? ''])
    expect(await runner.readEvents(placement, ALL)).toEqual([])
    expect((await readAll(placement))?.changes).toHaveLength(1)

    await harness.engine.watchRows(placement, { t_post: { ...WAITING, live: false } })
    await addPost(harness, { placement, title: 'not live' })
    const [removed] = await runner.readEvents(placement, ALL)
    expect(removed?.row).toContain('not live')
    await runner.endEvents(placement, [removed?.key ?? ''])
    expect(await runner.readEvents(placement, ALL)).toEqual([])
    const [left] = await harness.query(placement, `select count(*) as n from ${events}`)
    expect((await readAll(placement))?.changes).toHaveLength(1)
    if (name === 'sqlite3') expect(left).toEqual({ n: 1 })
  })

  test('reads events up to so many bytes, but at least one', async () => {
    const placement = await newPosts(harness, { ...WAITING, live: false })
    const title = 'x'.repeat(3_000_000)
    for (let count = 0; count < 3; count += 1) await addPost(harness, { placement, title })
    const own = async () =>
      (await runner.readEvents(placement, ALL)).filter(
        ({ environmentId }) => environmentId === placement.environmentId,
      )
    for (let left = 3; left > 0; left -= 1) {
      const [event, ...others] = await own()
      expect(event?.row.length).toBeGreaterThan(title.length)
      expect(others).toEqual([])
      await runner.endEvents(placement, [event?.key ?? ''])
    }
    expect(await own()).toEqual([])
  })

  test('places the changes of one environment without those of others', async () => {
    if (name === 'sqlite3') return
    const [placement, other] = [await newPosts(harness, LIVE), await newPosts(harness, LIVE)]
    await addPost(harness, { placement: other, title: 'theirs' })
    await addPost(harness, { placement, title: 'ours' })
    expect((await readAll(placement))?.changes).toMatchObject([{ position: 1 }])
    expect(await runner.readLog(other, { after: 0, max: 9 })).toMatchObject({ position: 0 })
    await runner.placeAllChanges(placement)
    expect(await runner.readLog(other, { after: 0, max: 9 })).toMatchObject({ position: 1 })
  })

  const namesOf = async (placement: Placement, kind: 'index' | 'trigger') => {
    const like = `like '\\_plinth\\_event\\_%' escape '\\'`
    const indexes = `select indexname as name from pg_indexes where indexname ${like}`
    const own = `select name from sqlite_schema where type = '${kind}' and name ${like}`
    const rows = await harness.query(placement, name === 'postgres' ? indexes : own)
    return rows.map((row) => String(row.name))
  }

  /** Makes it the outbox that the version before the log created. */
  async function downgrade(placement: Placement): Promise<void> {
    const run = (text: string) => harness.query(placement, text)
    const inside = name === 'postgres' ? '_plinth.' : ''
    if (name === 'sqlite3')
      for (const trigger of await namesOf(placement, 'trigger'))
        await run(`drop trigger ${trigger}`)
    for (const index of await namesOf(placement, 'index')) await run(`drop index ${inside}${index}`)
    for (const column of ['position', 'triggers', 'live', 'delivered', 'shape'])
      await run(`alter table ${events} drop column ${column}`)
    await run(`drop table ${log}`)
    const stored = JSON.stringify({ t_post: ['created', 'updated', 'deleted'] })
    await run(`update _plinth_meta set value = '${stored}' where key = 'row-events'`)
    await run(`delete from _plinth_meta where key = 'row-log'`)
  }

  test('of an older version is upgraded by a sync, and loses no event', async () => {
    const placement = await newPosts(harness, WAITING)
    await addPost(harness, { placement, title: 'undelivered' })
    await downgrade(placement)
    const wanted = postsOf(harness)
    const tables = wanted.tables.map((each) => ({ ...each, name: 'article' }))
    const { result } = await sync(harness, { placement, wanted: { ...wanted, tables } })
    expect(result.kind).toBe('applied')
    const insert = 'insert into "article" ("id", "title") values (?, ?)'
    await harness.query(placement, insert, [randomUUID(), 'new'])
    const eventsOf = async () => {
      const all = await runner.readEvents(placement, ALL)
      return all.filter(({ environmentId }) => environmentId === placement.environmentId)
    }
    const found = await eventsOf()
    expect(found.map(({ row, triggers }) => [JSON.parse(row).title, triggers])).toEqual([
      ['undelivered', null],
      ['new', null],
    ])
    await harness.engine.watchRows(placement, { t_post: WAITING })
    expect(await eventsOf()).toHaveLength(2)
  })

  test('has another epoch once the rows are in another place', async () => {
    const placement = await newPosts(harness, LIVE)
    await addPost(harness, { placement, title: 'one' })
    const before = await readAll(placement)
    await harness.engine.watchRows(placement, { t_post: LIVE })
    expect((await readAll(placement))?.epoch).toBe(before?.epoch)
    const schema = name === 'postgres' ? `e_${randomBytes(10).toString('hex')}` : 'main'
    const database = name === 'postgres' ? placement.database : `${placement.environmentId}-2.db`
    const moved = { ...placement, schema, database }
    await harness.engine.provision(moved)
    await sync(harness, { placement: moved, wanted: postsOf(harness) })
    await harness.engine.watchRows(moved, { t_post: WAITING })
    expect((await readAll(moved))?.epoch).not.toBe(before?.epoch)

    const id = await addPost(harness, { placement: moved, title: 'two' })
    await harness.engine.drop(placement)
    expect((await readAll(moved))?.changes.at(-1)).toMatchObject({ rowId: id })
    const events = (await runner.readEvents(moved, ALL)).map(({ rowId }) => rowId)
    expect(events).toContain(id)
    await harness.engine.drop(moved)
    if (name === 'postgres') expect(await readAll(moved)).toBeUndefined()
  })

  test('is found by release 0.2.0, which then changes the operations alone', async () => {
    const placement = await newPosts(harness, WAITING)
    const stored = `select value from _plinth_meta where key = 'row-events'`
    expect(await harness.query(placement, stored)).toEqual([
      { value: '{"t_post":["created","updated","deleted"]}' },
    ])
    const change = `update _plinth_meta set value = '{"t_post":["created"]}' where key = 'row-events'`
    await harness.query(placement, change)
    const wanted = postsOf(harness)
    const tables = wanted.tables.map((each) => ({ ...each, name: 'article' }))
    await sync(harness, { placement, wanted: { ...wanted, tables } })
    const insert = 'insert into "article" ("id", "title") values (?, ?)'
    await harness.query(placement, insert, [randomUUID(), 'one'])
    await harness.query(placement, 'update "article" set "title" = ?', ['two'])
    const events = await runner.readEvents(placement, ALL)
    const own = events.filter(({ environmentId }) =>
      ['', placement.environmentId].includes(environmentId),
    )
    expect(own).toMatchObject([{ operation: 'created', triggers: null }])
  })

  test('is missing where nothing was ever watched', async () => {
    const placement = await newPosts(harness)
    const page = await readAll(placement)
    if (name === 'postgres') expect(page).toBeUndefined()
    else expect(page).toMatchObject({ position: 0, changes: [] })
    await runner.trimLog(placement)
  })
})
