import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TABLES } from '../../../../../../packages/expression/src/testing/world.ts'
import { withIds } from '../../testing/stable-ids.ts'
import { ENGINES } from '../../testing/test-database.ts'
import { WORLD } from '../../testing/world-configuration.ts'
import { openWorld, type World } from '../../testing/world-database.ts'
import { NAMES, pageOfPosts } from '../../testing/world-pages.ts'
import { compilePage, compileWholePage, type Page } from './compile-select.ts'
import { WHOLE_ROW } from './row-object.ts'

describe.each(ENGINES)('byte limit of a page on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(engine, WORLD, withIds(TABLES, NAMES))
  })
  afterAll(() => world.database.close())

  const read = async (compile: typeof compilePage, more: Partial<Page>) => {
    const compiled = compile(world.model, pageOfPosts(world, more))
    if (!compiled.ok) throw new Error(compiled.message)
    return world.database.query(compiled.statement)
  }
  const expanded = { relations: new Map([['comments', WHOLE_ROW]]) }

  describe.each([
    ['without a total', {}],
    ['with a total and a cursor', { wantsTotal: true, wantsCursor: true }],
    ['with related rows', { view: expanded }],
  ] as const)('%s', (_, more) => {
    const sizes = async () => {
      const rows = await read(compilePage, more)
      return rows.map(({ answer }) => Buffer.byteLength(String(answer)))
    }
    const whole = async (maxBytes: number) => {
      const [page] = await read(compileWholePage, { ...more, maxBytes })
      return page
    }
    const total = async () => (await sizes()).reduce((sum, size) => sum + size + 1, -1)

    test('a page exactly at the limit is whole, one byte above it is not', async () => {
      const bytes = await total()
      const rows = await read(compilePage, { ...more, maxBytes: bytes })
      expect(rows.map(({ answer }) => typeof answer)).toEqual(Array(4).fill('string'))
      const cut = await read(compilePage, { ...more, maxBytes: bytes - 1 })
      expect(cut.map(({ answer }) => answer === null)).toEqual([false, false, false, true])
      expect(cut.at(-1)?.id).toBe(JSON.parse(String(rows.at(-1)?.answer)).id)
      if ('view' in more && engine === 'sqlite3') return
      expect(Buffer.byteLength(String((await whole(bytes))?.answers))).toBe(bytes)
      expect(await whole(bytes - 1)).toMatchObject({ answers: null })
    })

    test('rows after the limit are left out, and the first too large row ends the list', async () => {
      const [first = 0, second = 0] = await sizes()
      const cases = [
        { maxBytes: first + second + 1, fits: 2 },
        { maxBytes: first + second, fits: 1 },
        { maxBytes: first, fits: 1 },
        { maxBytes: first - 1, fits: 0 },
      ]
      for (const { maxBytes, fits } of cases) {
        const rows = await read(compilePage, { ...more, maxBytes })
        expect(rows.map(({ answer }) => answer !== null)).toEqual([
          ...Array(fits).fill(true),
          false,
        ])
      }
    })

    test('the row that only shows that there are more does not count', async () => {
      const [first = 0] = await sizes()
      const rows = await read(compilePage, { ...more, limit: 1, maxBytes: first })
      expect(rows.map(({ answer }) => answer !== null)).toEqual([true, false])
    })
  })

  test('a page of small rows is built whole, one with a large row is not', async () => {
    const [row] = await world.database.query({
      text: `select count(*) as n from ${world.database.schema}.post`,
      values: [],
    })
    expect(Number(row?.n)).toBe(4)
    const title = 'x'.repeat(20_000)
    await world.database.execute(`begin`)
    await world.database.execute(`update ${world.database.schema}.post set title = '${title}'`)
    const limits = { limit: 999, maxBytes: 1_000_000 }
    expect((await read(compileWholePage, limits))[0]).toMatchObject({ answers: null })
    const rows = await read(compilePage, limits)
    expect(rows.map(({ answer }) => typeof answer)).toEqual(Array(4).fill('string'))
    const [page] = await read(compileWholePage, { ...limits, limit: 10 })
    expect(Buffer.byteLength(String(page?.answers))).toBeGreaterThan(80_000)
    await world.database.execute(`rollback`)
  })
})
