import type { Column, Database } from '@plinth/contract'
import { configure, field, relate, table } from './configurations.ts'
import type { Scenario } from './scenarios.ts'

const id = (number: number) => `01920000-0000-7000-8000-00000000000${number}`

/** Authors and posts with the two sides of a relation, and further columns. */
function pair(database: Database, [parent, back]: [Column?, Column?], more: Column[] = []) {
  return configure(
    database,
    table('posts', [...(parent ? [parent] : []), ...more]),
    table('authors', [field('name'), ...(back ? [back] : [])]),
  )
}

const sides = (given: Parameters<typeof relate>[1] = {}) =>
  relate(['posts', 'authors'], { name: 'author', ...given })

/** Two authors and their three posts; the key is on the posts. */
const keyed = {
  t_authors: [
    { id: id(1), c_name: 'Ann' },
    { id: id(2), c_name: 'Bob' },
  ],
  t_posts: [
    { id: id(3), c_author: id(1) },
    { id: id(4), c_author: id(1) },
    { id: id(5), c_author: id(2) },
    { id: id(6), c_author: null },
  ],
}

const link = (first: number, second: number) => `c_author|c_author_back/${id(first)}/${id(second)}`

/** Links between rows after a change of their relation. */
export const RELATION_SCENARIOS: Scenario[] = [
  {
    name: 'a relation is added to rows',
    before: (database) => pair(database, []),
    rows: { t_authors: [{ c_name: 'Ann' }], t_posts: [{}, {}] },
    after: (database) => pair(database, sides({ backMany: true })),
    class: 'slow',
  },
  {
    name: 'a relation to a new table is added to rows',
    before: (database) => configure(database, table('posts', [field('a')])),
    rows: { t_posts: [{ c_a: 'x' }] },
    after: (database) => pair(database, sides({ backMany: true }), [field('a')]),
    class: 'slow',
  },
  {
    name: 'a table is dropped together with its relation',
    before: (database) => pair(database, sides({ backMany: true })),
    rows: keyed,
    after: (database) => configure(database, table('posts')),
    class: 'lossy',
  },
  {
    name: 'a relation changes its target: its links are lost',
    before: (database) =>
      configure(database, ...pair(database, sides({ backMany: true })).tables, table('editors')),
    rows: keyed,
    after: (database) => {
      const [parent, back] = relate(['posts', 'editors'], { name: 'author', backMany: true })
      if (parent.type === 'relation') parent.options.columnId = 'c_editor_back'
      return configure(
        database,
        table('posts', [parent]),
        table('authors', [field('name')]),
        table('editors', [{ ...back, id: 'c_editor_back' }]),
      )
    },
    class: 'lossy',
  },
  {
    name: 'one author of many posts becomes many to many: all links are kept',
    before: (database) => pair(database, sides({ backMany: true })),
    rows: keyed,
    after: (database) => pair(database, sides({ many: true, backMany: true })),
    class: 'slow',
    links: [link(3, 1), link(4, 1), link(5, 2)],
  },
  {
    name: 'one author of many posts becomes many authors of one post: the first post is kept',
    before: (database) => pair(database, sides({ backMany: true })),
    rows: keyed,
    after: (database) => pair(database, sides({ many: true })),
    class: 'lossy',
    links: [link(3, 1), link(5, 2)],
  },
  {
    name: 'one author of many posts becomes one to one: the first post is kept',
    before: (database) => pair(database, sides({ backMany: true })),
    rows: keyed,
    after: (database) => pair(database, sides()),
    class: 'lossy',
    links: [link(3, 1), link(5, 2)],
  },
  {
    name: 'one to one becomes one to many, and its fields are renamed',
    before: (database) => pair(database, sides()),
    rows: { ...keyed, t_posts: keyed.t_posts.slice(1) },
    after: (database) => {
      const [parent, back] = sides({ backMany: true })
      parent.name = 'writer'
      if (back.type === 'relation') back.options.backColumnName = 'writer'
      return pair(database, [parent, back])
    },
    class: 'slow',
    links: [link(4, 1), link(5, 2)],
  },
  {
    name: 'a relation becomes required where all rows have one',
    before: (database) => pair(database, sides({ backMany: true })),
    rows: { ...keyed, t_posts: keyed.t_posts.slice(0, 3) },
    after: (database) => pair(database, sides({ backMany: true, isRequired: true })),
    class: 'slow',
  },
  {
    name: 'a relation becomes required where a row has none: blocked',
    before: (database) => pair(database, sides({ backMany: true })),
    rows: keyed,
    after: (database) => pair(database, sides({ backMany: true, isRequired: true })),
    class: 'blocking',
  },
  {
    name: 'a relation becomes a text: its links go to the trash',
    before: (database) => pair(database, sides({ backMany: true })),
    rows: keyed,
    after: (database) => pair(database, [], [field('author')]),
    class: 'lossy',
    expected: { c_author: [null, null, null, null] },
  },
  {
    name: 'a table that points to itself is renamed and its links are kept',
    before: (database) => {
      const [parent, back] = relate(['nodes', 'nodes'], { name: 'up', backMany: true })
      return configure(database, table('nodes', [parent, back]))
    },
    rows: { t_nodes: [{ id: id(1) }, { id: id(2), c_up: id(1) }, { id: id(3), c_up: id(1) }] },
    after: (database) => {
      const [parent, back] = relate(['nodes', 'nodes'], {
        name: 'up',
        backMany: true,
        many: true,
      })
      return configure(database, { ...table('nodes', [parent, back]), name: 'tree' })
    },
    class: 'slow',
    links: [`c_up|c_up_back/${id(2)}/${id(1)}`, `c_up|c_up_back/${id(3)}/${id(1)}`],
  },
  {
    name: 'two related tables swap their names',
    before: (database) => pair(database, sides({ backMany: true })),
    rows: keyed,
    after: (database) => {
      const configuration = pair(database, sides({ backMany: true }))
      const [posts, authors] = configuration.tables
      if (posts) posts.name = 'authors'
      if (authors) authors.name = 'posts'
      return configuration
    },
    class: 'safe',
    links: [link(3, 1), link(4, 1), link(5, 2)],
  },
]
