import { beforeAll, describe, expect, test } from 'vitest'
import { type Library, openLibrary, type Sending, send } from '../testing/shelf.ts'

const text = (id: string, name: string) => ({ id, name, type: 'text' })
const rules = { list: 'true', view: 'true', create: 'true', update: 'true', delete: 'true' }
const toOne = (id: string, name: string, [tableId, columnId, backColumnName]: string[]) => ({
  id,
  name,
  type: 'relation',
  options: { tableId, columnId, backColumnName, isParent: true, hasMultipleBack: true },
})
const toMany = (id: string, name: string, [tableId, columnId, backColumnName]: string[]) => ({
  id,
  name,
  type: 'relation',
  options: { tableId, columnId, backColumnName, hasMultiple: true },
})

/** Reviews are for everyone but editors, and two relations away from a shelf. */
const TABLES = [
  {
    id: 'users',
    name: 'user',
    type: 'Auth',
    rules,
    columns: [
      { id: 'u_mail', name: 'email', type: 'email', options: { isUnique: true, isRequired: true } },
      { ...text('u_pass', 'password'), options: { isHashed: true, isRequired: true } },
      { id: 'u_ok', name: 'verified', type: 'checkbox' },
      text('u_role', 'role'),
    ],
  },
  {
    id: 'shelves',
    name: 'shelf',
    rules,
    columns: [toMany('s_books', 'books', ['books', 'b_shelf', 'shelf'])],
  },
  {
    id: 'books',
    name: 'book',
    rules,
    columns: [
      toOne('b_shelf', 'shelf', ['shelves', 's_books', 'books']),
      toMany('b_reviews', 'reviews', ['reviews', 'r_book', 'book']),
    ],
  },
  {
    id: 'reviews',
    name: 'review',
    rules: { ...rules, view: '@request.auth.role != "editor"' },
    columns: [toOne('r_book', 'book', ['books', 'b_reviews', 'reviews'])],
  },
]

describe.each(['postgres', 'sqlite3'] as const)('rules behind a relation, on %s', (database) => {
  let library: Library
  const ids = { shelf: '', book: '', review: '' }
  const here = async (method: string, path: string, sending: Sending) => {
    const query = { $projectId: library.projectId, ...sending.query }
    const answer = await send(method, path, { ...sending, query })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.data as unknown
  }
  beforeAll(async () => {
    library = await openLibrary(database, TABLES)
    const { token } = library.owner
    const made = async (table: string, body: object) =>
      ((await here('POST', table, { token, body })) as { id: string }).id
    ids.shelf = await made('shelf', {})
    ids.book = await made('book', { shelf: ids.shelf })
    ids.review = await made('review', { book: ids.book })
  })

  /** Ways to read the reviews of the book. */
  const WAYS: [string, () => string, Record<string, string>][] = [
    ['of the row itself', () => `book/${ids.book}`, {}],
    ['of a page of rows', () => 'book', {}],
    ['of the rows of a relation', () => `shelf/${ids.shelf}/books`, {}],
    [
      'of the rows of a relation by name',
      () => `shelf/${ids.shelf}/books`,
      { $columns: 'reviews' },
    ],
  ]
  test.each(WAYS)('a rule about a field of the user decides on ids %s', async (_, path, query) => {
    for (const [who, shown] of [
      ['ann', [ids.review]],
      ['eve', []],
      ['bob', [ids.review]],
    ] as const) {
      const data = await here('GET', path(), { token: library[who].token, query })
      expect(data).toEqual(
        Array.isArray(data)
          ? [expect.objectContaining({ reviews: shown })]
          : expect.objectContaining({ reviews: shown }),
      )
    }
  })

  test('a cursor of another row shows nothing that the rules hide', async () => {
    const { token } = library.eve
    const hidden = `book/${ids.book}/reviews`
    for (const cursor of [`.${ids.shelf}`, `.${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`]) {
      const query = { $projectId: library.projectId, $cursor: cursor }
      const seen = await send('GET', hidden, { token, query })
      expect(seen.body).toMatchObject({ data: [], total: 0, hasMore: false })
      const asked = { token: library.ann.token, query: { ...query, $count: 'false' } }
      expect((await send('GET', hidden, asked)).status).toBe(200)
    }
  })
})
