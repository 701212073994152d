import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TABLES } from '../../../../../../packages/expression/src/testing/world.ts'
import { tableNamed } from '../../../databases/sql/data-model.ts'
import { idFor, withIds } from '../../testing/stable-ids.ts'
import { ENGINES } from '../../testing/test-database.ts'
import { WORLD } from '../../testing/world-configuration.ts'
import { openWorld, type World } from '../../testing/world-database.ts'
import {
  foldPost,
  NAMES,
  nameOf,
  pageOfPosts,
  runPage,
  sortKeysOf,
  USER,
} from '../../testing/world-pages.ts'
import { compileCount, compileOne, compilePage, type Page } from './compile-select.ts'
import { encodeCursor } from './cursor.ts'
import { WHOLE_ROW } from './row-object.ts'

describe.each(ENGINES)('%s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(engine, WORLD, withIds(TABLES, NAMES))
  })
  afterAll(() => world.database.close())

  const sortKeys = (text: string) => sortKeysOf(world, text)
  const fold = (text: string) => foldPost(world, text)
  const pageOf = (more: Partial<Page>) => pageOfPosts(world, more)
  const run = (more: Partial<Page>) => runPage(world, more)
  const idsOf = async (more: Partial<Page>) =>
    (await run(more)).map(({ row }) => nameOf.get(row.id))

  test('a row has wire values and relations as ordered ids', async () => {
    const [row] = await run({ filter: fold(`id = "${idFor('p1')}"`), view: WHOLE_ROW })
    const p1 = withIds(TABLES.post?.[0] ?? {}, NAMES)
    // The reverse side of a relation is ordered by id, a list of ids as it was written.
    const comments = ['c1', 'c2'].map(idFor).sort()
    expect(row?.row).toEqual({ ...p1, comments, editors: ['ann', 'bob'].map(idFor) })
  })

  test('hashed columns are never returned, hidden ones only to staff', async () => {
    const [staff] = await run({ limit: 1 })
    const [user] = await run({ limit: 1, viewer: USER })
    expect(Object.keys(staff?.row)).toContain('secret')
    expect(Object.keys(staff?.row)).not.toContain('pin')
    expect(Object.keys(user?.row)).not.toContain('secret')
  })

  describe('sorts with nulls last in both directions', () => {
    test.each([
      ['title', ['p2', 'p1', 'p4', 'p3']],
      ['-title', ['p4', 'p1', 'p2', 'p3']],
      ['price', ['p3', 'p2', 'p4', 'p1']],
      ['-price', ['p1', 'p4', 'p2', 'p3']],
      ['active,-price', ['p2', 'p1', 'p4', 'p3']],
      ['-publishedOn,title', ['p3', 'p1', 'p2', 'p4']],
      ['-createdOn', ['p2', 'p3', 'p1', 'p4']],
      ['author.role,price', ['p2', 'p1', 'p3', 'p4']],
      ['-author.org.name,-price', ['p3', 'p1', 'p2', 'p4']],
    ])('%s', async (sort, expected) => {
      expect(await idsOf({ sort: sortKeys(sort) })).toEqual(expected)
      const walked: unknown[] = []
      let cursor: string | undefined
      for (let turn = 0; turn < 6; turn++) {
        const place = cursor === undefined ? {} : { cursor }
        const [first, more] = await run({
          sort: sortKeys(sort),
          limit: 1,
          wantsCursor: true,
          ...place,
        })
        if (!first) break
        walked.push(nameOf.get(first.row.id))
        expect(more !== undefined).toBe(walked.length < expected.length)
        cursor = first.cursor
      }
      expect(walked).toEqual(expected)
    })
  })

  test('a page past the end is empty, limit and offset apply, total counts rule and filter', async () => {
    expect(await idsOf({ limit: 1, offset: 1 })).toEqual(['p1', 'p4'])
    expect(await idsOf({ offset: 4 })).toEqual([])
    const [first] = await run({
      wantsTotal: true,
      rule: fold('price >= 0'),
      filter: fold('active = true'),
      limit: 1,
    })
    expect(first?.total).toBe(1)
    const count = compileCount(world.model, pageOf({ filter: fold('tags ?= "news"') }))
    expect(Number((await world.database.query(count))[0]?.total)).toBe(2)
  })

  describe('rejects a cursor made for another sort or malformed', () => {
    test.each([
      ['another direction', '-title'],
      ['another column', 'price'],
      ['one key more', 'title,price'],
    ])('%s', async (_, sort) => {
      const [first] = await run({ wantsCursor: true, limit: 1 })
      const page = compilePage(
        world.model,
        pageOf({ sort: sortKeys(sort), cursor: first?.cursor ?? '' }),
      )
      expect(page).toEqual({
        ok: false,
        message: 'The cursor does not belong to this list and sort',
      })
    })

    test.each([
      ['nothing', ''],
      ['not base64', '!!!'],
      ['padding', 'WzFd='],
      ['not JSON', Buffer.from('[1').toString('base64url')],
      ['not a list', Buffer.from('{}').toString('base64url')],
      ['too long', 'A'.repeat(5000)],
    ])('%s', (_, cursor) => {
      expect(compilePage(world.model, pageOf({ cursor }))).toMatchObject({ ok: false })
    })

    test.each([
      ['a number for a text', '[5,"ID"]'],
      ['an invalid id', '["a","x"]'],
      ['no id', '["a",null]'],
      ['a value too few', '["a"]'],
      ['NUL in a text', '["\\u0000","ID"]'],
    ])('%s', (_, keys) => {
      const made = compilePage(world.model, pageOf({ wantsCursor: true }))
      const cursor = encodeCursor(made.ok ? made.signature : '', keys.replace('ID', idFor('p1')))
      expect(compilePage(world.model, pageOf({ cursor: cursor ?? '' }))).toMatchObject({
        ok: false,
      })
    })
  })

  test('reads one row by id only if the rule allows it', async () => {
    const one = {
      table: tableNamed(world.model, 'post'),
      id: idFor('p2'),
      view: WHOLE_ROW,
      viewer: USER,
    }
    const seen = await world.database.query(
      compileOne(world.model, { ...one, rule: fold('status = "draft"') }),
    )
    const hidden = await world.database.query(
      compileOne(world.model, { ...one, rule: fold('status = "x"') }),
    )
    const odd = await world.database.query(
      compileOne(world.model, { ...one, id: "x' or 1=1", rule: true }),
    )
    expect([seen.length, hidden.length, odd.length]).toEqual([1, 0, 0])
  })

  test('statements of one shape have the same text for any values', () => {
    const text = (filter: string) => {
      const page = compilePage(world.model, pageOf({ filter: fold(filter) }))
      return page.ok ? page.statement.text : ''
    }
    expect(text('title = "a" && price > 1.5')).toBe(text('title = "it\'s" && price > 2.5'))
    expect(text('status in ["a", "b"]')).toBe(text('status in ["c", "d", "e"]'))
    expect(text('author.role ~ "x"')).toBe(text('author.role ~ "%y"'))
    expect(text('title = "zebra"')).not.toContain('zebra')
    expect(text('title = "a"')).not.toBe(text('title = ""'))
  })

  test.each([
    { filter: 'comments.text = "a"', isLimited: false },
    { filter: 'author.posts.title = "a"', isLimited: false },
    { filter: 'comments.post.comments.text = "a"', isLimited: true },
  ])('asks SQLite for the time left where lists multiply: $filter', ({ filter, isLimited }) => {
    const page = compilePage(world.model, pageOf({ filter: fold(filter) }))
    const text = page.ok ? page.statement.text : ''
    expect(text.includes('_plinth_in_time')).toBe(engine === 'sqlite3' && isLimited)
  })
})
