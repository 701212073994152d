import type { Folded } from '@plinth/expression'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { TABLES } from '../../../../../../packages/expression/src/testing/world.ts'
import { tableNamed } from '../../../databases/sql/data-model.ts'
import { raw, sql } from '../../../foundation/platform/sql.ts'
import { clearRows, loadRows } from '../../testing/load-rows.ts'
import { runPlan } from '../../testing/run-plan.ts'
import { idFor, withIds } from '../../testing/stable-ids.ts'
import { ENGINES } from '../../testing/test-database.ts'
import { WORLD } from '../../testing/world-configuration.ts'
import { foldText, openWorld, type World } from '../../testing/world-database.ts'
import { NAMES, STAFF } from '../../testing/world-pages.ts'
import { WHOLE_ROW } from '../select/row-object.ts'
import { compileCreate } from './compile-create.ts'
import { compileUpdate } from './compile-update.ts'

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
  const create = (values: Record<string, unknown>, folded: Folded = true) =>
    runPlan(
      world,
      compileCreate(world.model, {
        ...seen,
        table: table(),
        row: sent('new', values),
        now: NOW,
        rule: folded,
      }),
    )
  const update = (id: string, values: Record<string, unknown>, more: object = {}) => {
    const change = { ...seen, table: table(), row: sent(id, values), now: NOW, rule: true, ...more }
    return runPlan(world, compileUpdate(world.model, change))
  }
  const titles = async (where = 'true') => {
    const rows = await world.database.query(
      sql`select title, price from ${table().from} where ${raw(where)} order by id`,
    )
    return rows.map(({ title }) => title)
  }

  describe('create', () => {
    test('returns the whole row with timestamps and relations', async () => {
      const values = {
        title: 'Fresh',
        price: 2.5,
        tags: ['a'],
        author: 'ann',
        meta: { a: [1] },
        active: true,
        publishedOn: '2025-01-01T00:00:00+02:00',
      }
      const written = await create(values)
      expect(written.ok && written.rows).toEqual([
        expect.objectContaining({
          ...withIds(values, NAMES),
          id: idFor('new'),
          publishedOn: '2024-12-31T22:00:00.000Z',
          createdOn: '2025-07-01T12:00:00.123Z',
          updatedOn: '2025-07-01T12:00:00.123Z',
          stock: null,
          editors: [],
          comments: [],
        }),
      ])
    })

    test.each([
      ['title = "Fresh"', true],
      ['title = "Other"', false],
      ['author.role = "admin"', true],
      ['author.role = "user"', false],
      ['editors.role ?= "user"', true],
      ['editors:length = 2', true],
      ['editors.role = "user"', false],
      ['@table.post.title = title', false],
      ['createdOn = "2025-07-01T12:00:00.123Z"', true],
      ['false', false],
    ])('checks the rule on the new row: %s', async (text, isAllowed) => {
      const values = { title: 'Fresh', author: 'ann', editors: ['ann', 'bob'] }
      const written = await create(values, rule(text))
      if (!isAllowed) expect(written).toEqual(DENIED)
      expect(await titles("title = 'Fresh'")).toEqual(isAllowed ? ['Fresh'] : [])
      expect(written.ok && written.rows[0]?.editors).toEqual(isAllowed && ['ann', 'bob'].map(idFor))
    })
  })

  describe('update', () => {
    test('merges the sent values and returns the row', async () => {
      const written = await update('p1', { title: 'Changed', meta: null })
      expect(written.ok && written.rows[0]).toMatchObject({
        id: idFor('p1'),
        title: 'Changed',
        meta: null,
        price: 10,
        updatedOn: '2025-07-01T12:00:00.123Z',
        createdOn: '2025-01-09T00:00:00.000Z',
      })
    })

    test.each([
      ['p1', { title: 'x' }, 'author.role = "admin"', true],
      ['p1', { author: 'bob' }, 'author.role = "admin"', false],
      ['p3', { author: 'ann' }, 'author.role = "admin"', false],
      ['p1', { price: 5 }, 'price >= 5', true],
      ['p1', { price: 4 }, 'price >= 5', false],
      ['p1', { editors: ['ann'] }, 'editors ?= "bob"', false],
      ['p1', { editors: ['bob', 'cid'] }, 'editors ?= "bob"', true],
      ['p1', { comments: [] }, 'comments:length > 0', false],
      ['p1', { comments: ['c3', 'c1'] }, 'comments:length = 2', true],
      ['p1', { title: 'x' }, 'tags ?= "news" && org.name = "Acme"', true],
      ['p9', { title: 'x' }, 'true', false],
    ])('checks the rule before and after: %s %j %s', async (id, values, text, isAllowed) => {
      const named = text.replace(/"(ann|bob)"/g, (_, name) => `"${idFor(name)}"`)
      const before = await titles()
      const written = await update(id, values, { rule: rule(named) })
      if (!isAllowed) {
        expect(written).toEqual(DENIED)
        expect(await titles()).toEqual(before)
      } else expect(written.ok && written.rows[0]).toMatchObject(withIds(values, NAMES))
    })

    test('rejects an update of a row that changed since', async () => {
      const stored = Date.parse('2025-01-11T00:00:00.000Z')
      expect(await update('p1', { title: 'x' }, { ifUpdatedOn: stored - 1 })).toEqual(DENIED)
      expect(await update('p1', { title: 'x' }, { ifUpdatedOn: stored })).toMatchObject({
        ok: true,
      })
    })

    test('keeps the order of links and removes those not sent', async () => {
      const first = await update('p1', { editors: ['cid', 'ann', 'bob'], comments: ['c4', 'c1'] })
      expect(first.ok && first.rows[0]?.editors).toEqual(['cid', 'ann', 'bob'].map(idFor))
      expect(first.ok && first.rows[0]?.comments).toEqual(['c1', 'c4'].map(idFor).sort())
      const second = await update('p1', { editors: ['bob'] })
      expect(second.ok && second.rows[0]?.editors).toEqual([idFor('bob')])
      const third = await update('p1', { editors: [], comments: [] })
      expect(third.ok && third.rows[0]).toMatchObject({ editors: [], comments: [] })
    })

    test('changes a key on another row only if that row may be updated', async () => {
      const linkRule = () => rule('likes > 0', 'comment')
      const failing = { reason: 'link', path: 'comments' }
      // c2 has no likes: it can neither be unlinked nor, like c3, be linked.
      expect(await update('p1', { comments: ['c1'] }, { linkRule })).toEqual({ ok: false, failing })
      expect(await update('p1', { comments: ['c1', 'c2', 'c3'] }, { linkRule })).toEqual({
        ok: false,
        failing,
      })
      expect(await update('p4', { comments: ['c1', 'c4'] }, { linkRule })).toMatchObject({
        ok: true,
      })
    })
  })
})
