import { Configuration } from '@plinth/contract'
import fc from 'fast-check'
import type { Cells, Tables } from './load-rows.ts'
import { idFor } from './stable-ids.ts'
import { WORLD } from './world-configuration.ts'

const one = { isParent: true, tableId: 'profile', columnId: 'owner' }
const back = { isParent: false, tableId: 'user', columnId: 'profile' }

/** The town with an additional one-to-one relation, whose key is in the user's row. */
export const RANDOM_WORLD: Configuration = Configuration.parse({
  ...WORLD,
  tables: [
    ...WORLD.tables.map((table) =>
      table.id !== 'user'
        ? table
        : {
            ...table,
            columns: [
              ...table.columns,
              { id: 'profile', name: 'profile', type: 'relation', options: one },
            ],
          },
    ),
    {
      id: 'profile',
      name: 'profile',
      columns: [
        { id: 'owner', name: 'owner', type: 'relation', options: back },
        { id: 'bio', name: 'bio', type: 'text' },
      ],
    },
  ],
})

const word = fc.constantFrom(
  null,
  '',
  'a',
  'b',
  'B',
  'ab',
  'a%',
  'a_b',
  'Ä',
  '\\',
  'a\\%b',
  '😀',
  '\u0002b',
)
const size = fc.constantFrom(null, 0, 1, 2, 10)
const flag = fc.constantFrom(null, true, false)
const moment = fc.constantFrom(
  null,
  '2025-01-01T00:00:00.000Z',
  '2025-06-15T10:30:00.500Z',
  '2026-01-01T00:00:00.000Z',
)
const words = fc.array(fc.constantFrom('a', 'b', 'B', ''), { maxLength: 2 })
const idOf = (table: string) =>
  fc.constantFrom(null, idFor(`${table}0`), idFor(`${table}1`), idFor(`${table}2`))
const idsOf = (table: string) =>
  fc
    .uniqueArray(fc.constantFrom(0, 1, 2), { maxLength: 3 })
    .map((all) => all.map((at) => idFor(`${table}${at}`)))
const json = fc.constantFrom<unknown>(
  null,
  'a',
  '',
  'B',
  0,
  1,
  2.5,
  true,
  false,
  [],
  ['a', 'b'],
  [1, 'a', null],
  {
    k: 'a',
    0: 'zero',
  },
)
const meta = fc.option(
  fc.oneof(json, fc.record({ s: json, n: json, list: json }, { requiredKeys: [] })),
)

const SHAPES: Readonly<Record<string, Readonly<Record<string, fc.Arbitrary<unknown>>>>> = {
  user: { role: word, roles: words, org: idOf('org'), age: size, verified: flag, settings: meta },
  org: { name: word, plan: word, active: flag },
  membership: { org: idOf('org'), user: idOf('user'), role: word, since: moment, scopes: words },
  post: {
    title: word,
    body: word,
    status: word,
    tags: fc.oneof(words, fc.constant(null)),
    price: fc.constantFrom(null, 0, 1, 2, 10, 2.5, -1),
    stock: size,
    active: flag,
    publishedOn: moment,
    createdOn: moment,
    author: idOf('user'),
    editors: idsOf('user'),
    org: idOf('org'),
    meta,
  },
  comment: {
    post: idOf('post'),
    author: idOf('user'),
    text: word,
    likes: size,
    labels: words,
    approved: flag,
  },
  ban: { user: idOf('user'), reason: word, until: moment },
  profile: { bio: word },
}

const stored: fc.Arbitrary<Tables> = fc.record(
  Object.fromEntries(
    Object.entries(SHAPES).map(([name, shape]) => {
      const rows = fc.array(fc.record(shape, { requiredKeys: [] }), {
        maxLength: 3,
        minLength: name === 'post' ? 2 : 0,
      })
      return [
        name,
        rows.map((made) => made.map((row, at): Cells => ({ ...row, id: idFor(`${name}${at}`) }))),
      ]
    }),
  ),
)

/** Random rows in which both sides of every relation agree. */
export const randomTables: fc.Arbitrary<Tables> = fc
  .tuple(stored, fc.constantFrom(0, 1, 2))
  .map(([tables, turn]) => {
    const list = (name: string): readonly Cells[] => tables[name] ?? []
    const backOf = (table: string, column: string, row: Cells) =>
      list(table)
        .filter((each) => each[column] === row.id)
        .map((each) => each.id)
    // Each profile belongs to at most one user.
    const users = list('user').map(
      (row, at): Cells => ({
        ...row,
        profile: list('profile')[(at + turn) % 3]?.id ?? null,
      }),
    )
    return {
      ...tables,
      user: users.map((row) => ({
        ...row,
        memberships: backOf('membership', 'user', row),
        posts: backOf('post', 'author', row),
      })),
      org: list('org').map((row) => ({ ...row, members: backOf('membership', 'org', row) })),
      post: list('post').map((row) => ({ ...row, comments: backOf('comment', 'post', row) })),
      profile: list('profile').map((row) => ({
        ...row,
        owner: users.find((user) => user.profile === row.id)?.id ?? null,
      })),
    }
  })
