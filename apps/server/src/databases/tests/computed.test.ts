import type { Table } from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { configure, field, table } from '../testing/configurations.ts'
import type { EngineHarness } from '../testing/engine-harness.ts'
import { ENGINES } from '../testing/open-harnesses.ts'
import { insertRow } from '../testing/rows.ts'
import { sync } from '../testing/sync.ts'

const id = '01920000-0000-7000-8000-000000000001'

function computed(name: string, query: string): Table {
  return table(name, [], { type: 'Computed', query })
}

describe.each(ENGINES)('Computed tables, %s', (_name, open) => {
  let harness: EngineHarness
  beforeAll(async () => {
    harness = await open(inject('server').databaseUrl)
  })
  afterAll(() => harness.close())

  const people = (name = 'name') =>
    table('people', [
      { ...field('name'), name },
      field('age', 'number'),
      field('pin', 'text', { isHashed: true }),
      field('note', 'text', { isHidden: true }),
    ])

  async function start(...tables: Table[]) {
    const placement = await harness.newPlacement()
    const configuration = configure(harness.name, ...tables)
    const { result } = await sync(harness, { placement, wanted: configuration })
    return { placement, configuration, result }
  }

  test('are views, also over other views, whatever their order', async () => {
    const old = computed('old', 'select "id", "name" from "adults" where "age" > 60')
    const adults = computed('adults', 'select "id", "name", "age" from "people" where "age" > 17')
    const { placement, configuration, result } = await start(old, adults, people())
    expect(result).toMatchObject({ kind: 'applied' })
    const values = { c_name: 'Ann', c_age: 70 }
    await insertRow({ harness, placement, configuration }, { tableId: 't_people', id, values })
    expect(await harness.readView(placement, 'old')).toEqual([{ id, name: 'Ann' }])
  })

  test('follow a rename if the query was changed too, and are refused by name if not', async () => {
    const view = computed('names', 'select "id", "name" from "people"')
    const { placement } = await start(people(), view)
    const broken = await sync(harness, {
      placement,
      wanted: configure(harness.name, people('called'), view),
    })
    expect(broken.result).toMatchObject({
      kind: 'refused',
      stepId: 'createView:t_names',
      message: expect.stringMatching(/^The query of "names".* does not run/),
    })
    const rows = await harness.readView(placement, 'names')
    expect(rows).toEqual([])
    const follows = computed('names', 'select "id", "called" from "people"')
    const { result } = await sync(harness, {
      placement,
      wanted: configure(harness.name, people('called'), follows),
    })
    expect(result).toMatchObject({ kind: 'applied' })
  })

  test('can be replaced by a table of the same name', async () => {
    const { placement } = await start(people(), computed('names', 'select "id" from "people"'))
    const wanted = configure(harness.name, people(), table('names', [field('a')]))
    expect((await sync(harness, { placement, wanted })).result).toMatchObject({ kind: 'applied' })
  })

  test.each([
    ['two statements', 'select "id" from "people"; drop table "people"'],
    ['a write', 'with x as (delete from "people" returning *) select * from x'],
    ['internal tables', 'select "id" from "_plinth_trash"'],
    ["the database's own tables", 'select 1 as "id" from pg_class'],
    ["SQLite's own tables", 'select 1 as "id" from sqlite_schema'],
    ['a function that runs a query', `select query_to_xml('select 1', true, true, '') as "id"`],
    ['no id', 'select "name" from "people"'],
    ['a hashed field', 'select "id", "pin" from "people"'],
    ['a hidden field by a star', 'select * from "people"'],
    ['a hidden field in a condition', 'select "id" from "people" where "note" = 1'],
    [
      'a hashed field under other names',
      'with q(a, b, c, d, e, f, g) as (select * from "people") select a as "id", e from q',
    ],
    [
      'a second statement behind dollars',
      'select "id", 1 as a$x$ from "people"; drop table "people"; select 2 as b$x$',
    ],
    [
      'a second statement behind backticks',
      'select "id", 1 as `\'` from "people"; drop table "people"; select 2 as `\'2`',
    ],
    ['an unknown table', 'select "id" from "nobody"'],
    ['a text without an end', `select 'x as "id" from "people"`],
    ['a statement that is not a SELECT', 'explain select 1'],
  ])('refuses %s', async (_case, query) => {
    const { placement } = await start(people())
    const wanted = configure(harness.name, people(), computed('view', query))
    const { result } = await sync(harness, { placement, wanted })
    expect(result).toMatchObject({ kind: 'refused', stepId: 'createView:t_view' })
    const live = await harness.engine.readCatalogue(placement)
    expect(live.applied.tables.map((each) => each.name)).toEqual(['people'])
  })

  test('show no trashed column, whatever the query calls it', async () => {
    if (harness.name !== 'sqlite3') return
    const before = table('people', [field('name'), field('age', 'number')])
    const after = table('people', [field('name')])
    const all = computed('all', 'select * from "people"')
    const renamed = computed('renamed', 'with q as (select * from "people") select q.* from q')
    const { placement } = await start(before, all, renamed)
    const wanted = configure(harness.name, after, all, renamed)
    expect((await sync(harness, { placement, wanted })).result).toMatchObject({ kind: 'applied' })
    for (const view of ['all', 'renamed']) {
      const query = `select name from pragma_table_info('${view}') order by name`
      const columns = await harness.query(placement, query)
      expect(columns.map(({ name }) => name)).toEqual(['createdOn', 'id', 'name', 'updatedOn'])
    }
  })

  test('natural joins ignore hidden columns', async () => {
    if (harness.name !== 'sqlite3') return
    const query = `with q("note") as (select 'guess') select "people"."id" from "people" natural join q`
    const { placement, configuration } = await start(people(), computed('oracle', query))
    const values = { c_name: 'Ann', c_note: 'another' }
    await insertRow({ harness, placement, configuration }, { tableId: 't_people', id, values })
    expect(await harness.query(placement, 'select * from "oracle"')).toEqual([{ id }])
  })

  test('create nothing without a query', async () => {
    const { result } = await start(people(), table('later', [], { type: 'Computed' }))
    expect(result).toMatchObject({ kind: 'applied' })
  })
})
