import type { Folded } from '@plinth/expression'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { TABLES } from '../../../../../../packages/expression/src/testing/world.ts'
import { modelOf, tableNamed } from '../../../databases/sql/data-model.ts'
import { raw, sql } from '../../../foundation/platform/sql.ts'
import { clearRows, loadRows } from '../../testing/load-rows.ts'
import { runPlan } from '../../testing/run-plan.ts'
import { idFor, withIds } from '../../testing/stable-ids.ts'
import { ENGINES } from '../../testing/test-database.ts'
import { testLayout } from '../../testing/test-layout.ts'
import { WORLD } from '../../testing/world-configuration.ts'
import { foldText, openWorld, type World } from '../../testing/world-database.ts'
import { NAMES, STAFF } from '../../testing/world-pages.ts'
import { WHOLE_ROW } from '../select/row-object.ts'
import { compileUpdates } from './compile-bulk.ts'
import { compileDelete } from './compile-delete.ts'
import { compileCreates } from './compile-import.ts'
import { compileMissingLinks } from './compile-missing-links.ts'

const NOW = Date.parse('2025-07-01T12:00:00.123Z')
const DENIED = { ok: false, failing: { reason: 'denied' } }
const seen = { view: WHOLE_ROW, viewer: STAFF }

describe.each(ENGINES)('%s', (engine) => {
  let world: World
  const opened = openWorld(engine, WORLD)
  beforeEach(async () => {
    world = await opened
    await clearRows(world.database, world.model)
    await loadRows(world.database, world.model, withIds(TABLES, NAMES))
  })
  afterAll(async () => (await opened).database.close())

  const table = (name = 'post') => tableNamed(world.model, name)
  const rule = (text: string, name = 'post') => foldText(text, { model: world.model, table: name })
  const sent = (id: string, values: Record<string, unknown>) => ({
    id: idFor(id),
    values: new Map(Object.entries(withIds(values, NAMES))),
  })
  const titles = async (where = 'true') => {
    const rows = await world.database.query(
      sql`select title, price from ${table().from} where ${raw(where)} order by id`,
    )
    return rows.map(({ title }) => title)
  }

  describe('bulk update', () => {
    const bulk = (rows: readonly ReturnType<typeof sent>[], folded: Folded = true) =>
      runPlan(
        world,
        compileUpdates(world.model, { ...seen, table: table(), rows, now: NOW, rule: folded }),
      )

    test('updates rows with the same fields in one statement and returns them in the order sent', async () => {
      const values = {
        title: 'it\'s\n"x" 😀',
        price: 0.1,
        active: false,
        meta: { a: null },
        publishedOn: '2025-01-01',
        author: null,
        stock: 7,
      }
      const rows = ['p3', 'p1', 'p4'].map((id) => sent(id, values))
      const plan = compileUpdates(world.model, {
        ...seen,
        table: table(),
        rows,
        now: NOW,
        rule: true,
      })
      expect(plan.steps).toHaveLength(1)
      const written = await runPlan(world, plan)
      expect(written.ok && written.rows.map((row) => row.id)).toEqual(['p3', 'p1', 'p4'].map(idFor))
      const publishedOn = '2025-01-01T00:00:00.000Z'
      expect(written.ok && written.rows[1]).toMatchObject({ ...values, publishedOn })
    })

    test('rolls everything back if the rule denies one row', async () => {
      const before = await titles()
      const rows = [sent('p1', { title: 'x' }), sent('p3', { title: 'y' })]
      expect(await bulk(rows, rule('author.role = "admin"'))).toEqual(DENIED)
      expect(await titles()).toEqual(before)
      expect(await bulk(rows, rule('status = "published"'))).toMatchObject({ ok: true })
    })

    test('checks the rule on each resulting row', async () => {
      const rows = [sent('p1', { price: 20 }), sent('p2', { price: 30 })]
      expect(await bulk(rows, rule('price < 25'))).toEqual(DENIED)
      expect(await bulk(rows, rule('price < 35'))).toMatchObject({ ok: true })
    })

    test('supports different fields, links and rules per row', async () => {
      const rows = [
        sent('p1', { title: 'a' }),
        sent('p2', { price: 5 }),
        sent('p3', { editors: ['bob'] }),
      ]
      const written = await bulk(rows)
      expect(written.ok && written.rows.map(({ title, price }) => [title, price])).toEqual([
        ['a', 10],
        ['', 5],
        [null, -2.5],
      ])
      const each = {
        ...seen,
        table: table(),
        rows,
        now: NOW,
        rule: (row: { id: string }) => row.id !== idFor('p2'),
      }
      expect(await runPlan(world, compileUpdates(world.model, each))).toEqual(DENIED)
    })
  })

  describe('bulk create', () => {
    const rows = ['n1', 'n2'].map((id, at) =>
      sent(id, { title: `new ${at}`, price: at + 0.1, tags: ['a'], author: 'ann' }),
    )

    test('inserts all rows in one statement', async () => {
      const step = compileCreates(world.model, {
        table: table(),
        rows,
        now: NOW,
        rule: rule('author.role = "admin"'),
      })
      expect(await runPlan(world, { steps: [step] })).toMatchObject({ ok: true })
      expect((await titles("title like 'new%'")).sort()).toEqual(['new 0', 'new 1'])
    })

    test('inserts nothing if the rule denies one row', async () => {
      const step = compileCreates(world.model, {
        table: table(),
        rows,
        now: NOW,
        rule: rule('price < 1'),
      })
      expect(await runPlan(world, { steps: [step] })).toEqual(DENIED)
      expect(await titles("title like 'new%'")).toEqual([])
    })
  })

  test('finds sent ids of missing or hidden rows with their path', async () => {
    const rows = [
      sent('p1', { author: 'ann', editors: ['bob', idFor('nobody')] }),
      sent('p2', { comments: ['c2'] }),
    ]
    const find = async (viewRule?: (table: { name: string }) => Folded) => {
      const statement = compileMissingLinks(world.model, {
        table: table(),
        rows,
        ...(viewRule && { viewRule }),
      })
      const found = statement ? await world.database.query(statement) : []
      return found.map(({ path, id }) => [path, id])
    }
    const ghost = ['editors', idFor('nobody')]
    expect(await find()).toEqual([ghost])
    expect(
      await find(({ name }) => rule(name === 'user' ? 'role = "admin"' : 'likes > 0', name)),
    ).toEqual([['editors', idFor('bob')], ghost, ['comments', idFor('c2')]])
    expect(
      compileMissingLinks(world.model, { table: table(), rows: [sent('p1', { title: 'x' })] }),
    ).toBeUndefined()
  })

  describe('delete', () => {
    const remove = (ids: readonly string[], folded: Folded = true) =>
      runPlan(
        world,
        compileDelete(world.model, { table: table(), ids: ids.map(idFor), rule: folded }),
      )

    test.each([
      [['p1'], 'status = "published"', true],
      [['p2'], 'status = "published"', false],
      [['p1', 'p3'], 'status = "published"', true],
      [['p1', 'p2'], 'status = "published"', false],
      [['p9'], 'true', false],
    ])('%j where %s', async (ids, text, isAllowed) => {
      const before = (await titles()).length
      const written = await remove(ids, rule(text))
      expect(isAllowed ? written.ok : written).toEqual(isAllowed ? true : DENIED)
      expect((await titles()).length).toBe(isAllowed ? before - ids.length : before)
    })

    test('keeps a row that required relations point to', async () => {
      const tables = WORLD.tables.map((each) => ({
        ...each,
        columns: each.columns.map((column) =>
          each.name === 'ban' && column.type === 'relation'
            ? { ...column, options: { ...column.options, isRequired: true } }
            : column,
        ),
      }))
      const layout = testLayout(WORLD, world.database.schema)
      const { dialect } = world.model
      const model = modelOf({ configuration: { ...WORLD, tables }, layout, dialect })
      const leave = (id: string, folded: Folded) =>
        runPlan(
          world,
          compileDelete(model, {
            table: tableNamed(model, 'user'),
            ids: [idFor(id)],
            rule: folded,
          }),
        )
      const failing = { reason: 'needed', table: 'ban', column: 'user' }
      expect(await leave('bob', true)).toEqual({ ok: false, failing })
      // The rule is checked first, so that callers learn nothing about rows they may not delete.
      expect(await leave('bob', false)).toEqual(DENIED)
      expect(await leave('ann', true)).toMatchObject({ ok: true })
    })
  })
})
