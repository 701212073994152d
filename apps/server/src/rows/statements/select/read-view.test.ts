import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TABLES } from '../../../../../../packages/expression/src/testing/world.ts'
import { type DataTable, tableNamed } from '../../../databases/sql/data-model.ts'
import { idFor, withIds } from '../../testing/stable-ids.ts'
import { ENGINES } from '../../testing/test-database.ts'
import { WORLD } from '../../testing/world-configuration.ts'
import { openWorld, type World } from '../../testing/world-database.ts'
import { foldPost, NAMES, pageOfPosts, runPage, STAFF, USER } from '../../testing/world-pages.ts'
import { compilePage, type Page } from './compile-select.ts'
import { readView } from './read-view.ts'
import type { Viewer } from './row-object.ts'

describe.each(ENGINES)('%s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(engine, WORLD, withIds(TABLES, NAMES))
  })
  afterAll(() => world.database.close())

  const fold = (text: string, table?: string) => foldPost(world, text, table)
  const run = (more: Partial<Page>) => runPage(world, more)

  describe('$columns and $withRelation', () => {
    const view = (asked: { columns?: string; withRelation?: string; viewer?: Viewer }) => {
      const table = tableNamed(world.model, 'post')
      return readView(world.model, { table, viewer: USER, ...asked })
    }

    test('returns relations under expand in both directions and keeps the ids', async () => {
      const columns = view({
        withRelation: 'author.org,comments.author,editors',
        columns:
          'title,author,expand.author.role,expand.comments.text,expand.comments.expand.author.role,expand.editors.role',
      })
      if (!columns.ok) throw new Error(columns.message)
      const [row] = await run({
        filter: fold(`id = "${idFor('p1')}"`),
        view: columns.view,
        viewer: USER,
      })
      expect(row?.row).toEqual({
        id: idFor('p1'),
        title: 'Hello World',
        author: idFor('ann'),
        expand: {
          author: {
            id: idFor('ann'),
            role: 'admin',
            expand: {
              org: expect.objectContaining({ id: idFor('o1'), name: 'Acme', active: true }),
            },
          },
          comments: [
            {
              id: idFor('c2'),
              text: 'Thanks',
              expand: { author: { id: idFor('ann'), role: 'admin' } },
            },
            {
              id: idFor('c1'),
              text: 'nice',
              expand: { author: { id: idFor('bob'), role: 'user' } },
            },
          ].sort((a, b) => (a.id < b.id ? -1 : 1)),
          editors: [
            { id: idFor('ann'), role: 'admin' },
            { id: idFor('bob'), role: 'user' },
          ],
        },
      })
    })

    test("neither expands a row hidden by its own table's rule nor shows its id", async () => {
      const columns = view({ withRelation: 'author,comments' })
      if (!columns.ok) throw new Error(columns.message)
      const viewRule = ({ name }: DataTable) =>
        name === 'comment' ? fold('likes > 0', name) : name !== 'user'
      const [row] = await run({
        filter: fold(`id = "${idFor('p1')}"`),
        view: columns.view,
        viewer: { ...USER, viewRule },
      })
      expect(row?.row.author).toBeNull()
      expect(row?.row.comments).toEqual([idFor('c1')])
      expect(row?.row.expand.author).toBeNull()
      expect(row?.row.expand.comments.map(({ id }: { id: string }) => id)).toEqual([idFor('c1')])
    })

    test('a rule that is always true adds nothing to the statement', () => {
      const textFor = (viewer: Viewer) => {
        const page = compilePage(world.model, pageOfPosts(world, { viewer }))
        return page.ok ? page.statement.text : page.message
      }
      const plain = textFor(USER)
      expect(textFor({ ...USER, viewRule: () => true })).toBe(plain)
      expect(textFor({ ...USER, viewRule: ({ name }) => name !== 'user' })).not.toBe(plain)
    })

    test('a missing relation is null or an empty list', async () => {
      const columns = view({ withRelation: 'author,comments', columns: 'id' })
      if (!columns.ok) throw new Error(columns.message)
      const [p4] = await run({ filter: fold('title = "orphan"'), view: columns.view })
      const [p2] = await run({ filter: fold(`id = "${idFor('p2')}"`), view: columns.view })
      expect(p4?.row.expand.author).toBeNull()
      expect(p2?.row).toMatchObject({ id: idFor('p2'), expand: { comments: [] } })
    })

    test.each([
      [{ columns: 'titel' }, 'Column with name titel not found in table post'],
      [{ columns: 'secret' }, 'Column with name secret not found in table post'],
      [{ columns: 'pin' }, 'Column with name pin not found in table post'],
      [{ columns: 'expand.author.password' }, 'Column with name password not found in table user'],
      [{ columns: '__proto__' }, 'Column with name __proto__ not found in table post'],
      [{ withRelation: 'writer' }, 'Column with name writer not found in table post'],
      [{ withRelation: 'title' }, 'Column title of table post is not a relation'],
      [
        { withRelation: 'author.org.members.user.org.members.user' },
        'Relations are followed at most 6 deep',
      ],
    ])('rejects %j', (asked, message) => {
      expect(view(asked)).toEqual({ ok: false, message })
    })

    test('staff may name hidden columns', () => {
      expect(view({ columns: 'secret', viewer: STAFF })).toMatchObject({ ok: true })
    })
  })
})
