import { randomUUID } from 'node:crypto'
import { configurationsEqual } from '@plinth/schema'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { configure, field, relate, table } from '../testing/configurations.ts'
import type { EngineHarness } from '../testing/engine-harness.ts'
import { ENGINES } from '../testing/open-harnesses.ts'
import { insertRow, readEverything } from '../testing/rows.ts'
import { sync } from '../testing/sync.ts'

const id = (number: number) => `01920000-0000-7000-8000-00000000000${number}`

describe.each(ENGINES)('trash and undo, %s', (_name, open) => {
  let harness: EngineHarness
  beforeAll(async () => {
    harness = await open(inject('server').databaseUrl)
  })
  afterAll(() => harness.close())

  const acting = () => ({ migrationId: randomUUID(), by: 'test' })

  async function start(many = false) {
    const placement = await harness.newPlacement()
    const given = { name: 'author', backMany: true, many }
    const [author, posts] = relate(['posts', 'authors'], given)
    const configuration = configure(
      harness.name,
      table('posts', [field('title'), author]),
      table('authors', [field('name', 'text', { isUnique: true }), posts]),
    )
    const { result } = await sync(harness, { placement, wanted: configuration })
    expect(result.kind).toBe('applied')
    const environment = { harness, placement, configuration }
    const author1 = { tableId: 't_authors', id: id(1), values: { c_name: 'Ann' } }
    await insertRow(environment, author1)
    const link = many ? {} : { c_author: id(1) }
    await insertRow(environment, {
      tableId: 't_posts',
      id: id(2),
      values: { c_title: 'one', ...link },
    })
    if (many) {
      const live = await harness.engine.readCatalogue(placement)
      const join = live.tables.find((each) => each.name.startsWith('_plinth_join_'))
      const links = `insert into "${join?.name}" values (?, ?, 0, 0)`
      await harness.query(placement, links, [id(2), id(1)])
    }
    return { placement, configuration, rowsBefore: await readEverything(environment) }
  }

  test.each([false, true])('restores a table with its rows and links, many: %s', async (many) => {
    const { placement, configuration, rowsBefore } = await start(many)
    const less = configure(harness.name, table('posts', [field('title')]))
    expect((await sync(harness, { placement, wanted: less })).result.kind).toBe('applied')
    const { trash } = await harness.engine.readCatalogue(placement)
    const dropped = trash.find((each) => each.kind === 'table')
    expect(dropped?.name).toBe('authors')
    const trashId = dropped?.id ?? ''
    const result = await harness.engine.restoreFromTrash(placement, { trashId, ...acting() })
    expect(result).toMatchObject({ kind: 'applied' })
    const live = await harness.engine.readCatalogue(placement)
    expect(configurationsEqual(live.applied, configuration)).toBe(true)
    expect(live.trash).toEqual([])
    expect(await readEverything({ harness, placement, configuration })).toEqual(rowsBefore)
  })

  test('restores a field under its old name, unless that is taken', async () => {
    const { placement, configuration } = await start()
    const [posts, authors] = configuration.tables
    if (!posts || !authors) throw new Error('no tables')
    const without = { ...posts, columns: posts.columns.filter((each) => each.id !== 'c_title') }
    await sync(harness, { placement, wanted: configure(harness.name, without, authors) })
    const { trash } = await harness.engine.readCatalogue(placement)
    const trashId = trash[0]?.id ?? ''
    const other = {
      ...without,
      columns: [...without.columns, { ...field('title'), id: 'c_other' }],
    }
    await sync(harness, { placement, wanted: configure(harness.name, other, authors) })
    expect(
      await harness.engine.restoreFromTrash(placement, { trashId, ...acting() }),
    ).toMatchObject({
      kind: 'blocked',
    })
    await sync(harness, { placement, wanted: configure(harness.name, without, authors) })
    expect(
      await harness.engine.restoreFromTrash(placement, { trashId, ...acting() }),
    ).toMatchObject({
      kind: 'applied',
    })
    const stored = await readEverything({ harness, placement, configuration })
    expect(stored.get(`t_posts/${id(2)}/c_title`)).toBe('"one"')
  })

  test('an undo creates no links to rows that were deleted since', async () => {
    const { placement, configuration } = await start()
    const [posts, authors] = configuration.tables
    if (!posts || !authors) throw new Error('no tables')
    const less = configure(
      harness.name,
      { ...posts, columns: [field('title')] },
      {
        ...authors,
        columns: [field('name', 'text', { isUnique: true })],
      },
    )
    await sync(harness, { placement, wanted: less })
    await harness.query(placement, 'delete from "authors"')
    expect(await harness.engine.undoLast(placement, acting())).toMatchObject({ kind: 'applied' })
    const stored = await readEverything({ harness, placement, configuration })
    expect([...stored.values()].filter((value) => value === 'link')).toEqual([])
  })

  test('purged trash cannot be restored', async () => {
    const { placement } = await start()
    const less = configure(harness.name, table('posts', []))
    await sync(harness, { placement, wanted: less })
    const { trash } = await harness.engine.readCatalogue(placement)
    expect(trash.length).toBeGreaterThan(1)
    const past = new Date(Date.now() - 1000 * 3600)
    expect(await harness.engine.purgeTrash(placement, { before: past })).toEqual([])
    const future = new Date(Date.now() + 1000 * 3600)
    const purged = await harness.engine.purgeTrash(placement, { before: future })
    expect(purged.sort()).toEqual(trash.map((each) => each.id).sort())
    const live = await harness.engine.readCatalogue(placement)
    expect(live.trash).toEqual([])
    const left = live.tables.flatMap((each) => [each.name, ...each.columns.map(({ name }) => name)])
    expect(left.filter((name) => name.startsWith('_plinth_trash_'))).toEqual([])
    const trashId = trash[0]?.id ?? ''
    expect(
      await harness.engine.restoreFromTrash(placement, { trashId, ...acting() }),
    ).toMatchObject({
      kind: 'refused',
    })
    expect(await harness.engine.undoLast(placement, acting())).toEqual({
      kind: 'refused',
      stepId: null,
      message: 'The data that the last change moved to the trash has been deleted.',
    })
  })

  test('an undo keeps values written since', async () => {
    const placement = await harness.newPlacement()
    const before = configure(harness.name, table('posts', [field('a')]))
    const after = configure(harness.name, table('posts', [field('a', 'number')]))
    await sync(harness, { placement, wanted: before })
    const environment = { harness, placement, configuration: before }
    await insertRow(environment, { tableId: 't_posts', id: id(1), values: { c_a: '007' } })
    await insertRow(environment, { tableId: 't_posts', id: id(2), values: { c_a: 'seven' } })
    await sync(harness, { placement, wanted: after })
    await harness.query(placement, 'update "posts" set "a" = 8 where "id" = ?', [id(2)])
    const later = { harness, placement, configuration: after }
    await insertRow(later, { tableId: 't_posts', id: id(3), values: { c_a: 9 } })
    expect(await harness.engine.undoLast(placement, acting())).toMatchObject({ kind: 'applied' })
    const stored = await readEverything(environment)
    const values = [1, 2, 3].map((number) => stored.get(`t_posts/${id(number)}/c_a`))
    expect(values).toEqual(['"007"', '"8"', '"9"'])
  })

  test('an undo or restore repeated with the same id runs once', async () => {
    const { placement, configuration } = await start()
    const less = configure(harness.name, table('posts', [field('title')]))
    await sync(harness, { placement, wanted: less })
    const undo = acting()
    const first = await harness.engine.undoLast(placement, undo)
    expect(first).toMatchObject({ kind: 'applied', configuration })
    expect(await harness.engine.undoLast(placement, undo)).toEqual(first)
    await sync(harness, { placement, wanted: less })
    const { trash } = await harness.engine.readCatalogue(placement)
    const trashId = trash.find((each) => each.kind === 'table')?.id ?? ''
    const restore = { trashId, ...acting() }
    const second = await harness.engine.restoreFromTrash(placement, restore)
    expect(second).toMatchObject({ kind: 'applied' })
    expect(await harness.engine.restoreFromTrash(placement, restore)).toEqual(second)
    const log = await harness.engine.readMigrations(placement)
    expect(log).toHaveLength(5)
  })

  test('undoes one migration at a time until there is nothing to undo', async () => {
    const placement = await harness.newPlacement()
    const states = [[], ['a'], ['a', 'b']].map((names) =>
      configure(
        harness.name,
        ...(names.length
          ? [
              table(
                't',
                names.map((name) => field(name)),
              ),
            ]
          : []),
      ),
    )
    for (const wanted of states.slice(1)) await sync(harness, { placement, wanted })
    for (const wanted of [states[1], states[0]]) {
      expect(await harness.engine.undoLast(placement, acting())).toMatchObject({ kind: 'applied' })
      const { applied } = await harness.engine.readCatalogue(placement)
      expect(wanted && configurationsEqual(applied, wanted)).toBe(true)
    }
    expect(await harness.engine.undoLast(placement, acting())).toEqual({
      kind: 'refused',
      stepId: null,
      message: 'There is nothing to undo.',
    })
    const log = await harness.engine.readMigrations(placement)
    expect(log.map((each) => Boolean(each.undoes))).toEqual([true, true, false, false])
  })
})
