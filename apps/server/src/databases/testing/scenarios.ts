import type { Configuration, Database } from '@plinth/contract'
import type { StepClass } from '@plinth/schema'
import { configure, field, table } from './configurations.ts'

type Values = Record<string, unknown>
type Rows = Record<string, Values[]>

/** A change of configuration with rows in it, and the expected result. */
export interface Scenario {
  name: string
  before: (database: Database) => Configuration
  rows?: Rows
  after: (database: Database) => Configuration
  /** The most severe step class, once measured. */
  class?: StepClass
  /** A column's values afterwards, in the rows' order. */
  expected?: Record<string, unknown[]>
  /** All links afterwards, as `pair/first/second`. */
  links?: string[]
}

const rules = {
  list: 'true',
  view: 'true',
  create: 'true',
  update: 'true',
  delete: 'true',
}

export const posts = (...columns: Parameters<typeof table>[1] & object) => table('posts', columns)
const renamed = <T extends { name: string }>(thing: T, name: string): T => ({ ...thing, name })

export const SCENARIOS: Scenario[] = [
  {
    name: 'a table is added with every type of field',
    before: (database) => configure(database),
    after: (database) =>
      configure(
        database,
        posts(
          field('a'),
          field('b', 'email', { isUnique: true }),
          field('c', 'number'),
          field('d', 'number', { hasDecimal: true }),
          field('e', 'checkbox'),
          field('f', 'select', { selectOptions: ['x', 'y'] }),
          field('g', 'select', { selectOptions: ['x', 'y'], hasMultiple: true }),
          field('h', 'date'),
          field('i', 'image'),
          field('j', 'file', { hasMultiple: true }),
          field('k', 'json'),
          field('l', 'text', { isHashed: true }),
        ),
      ),
    class: 'safe',
  },
  {
    name: 'a table and a field are renamed and keep their values',
    before: (database) => configure(database, posts(field('title'))),
    rows: { t_posts: [{ c_title: 'one' }, { c_title: 'two' }] },
    after: (database) =>
      configure(database, renamed(posts(renamed(field('title'), 'headline')), 'articles')),
    class: 'safe',
    expected: { c_title: ['one', 'two'] },
  },
  {
    name: 'two fields swap their names, and one changes its case',
    before: (database) => configure(database, posts(field('a'), field('b'), field('c'))),
    rows: { t_posts: [{ c_a: 'A', c_b: 'B', c_c: 'C' }] },
    after: (database) =>
      configure(
        database,
        posts(renamed(field('a'), 'b'), renamed(field('b'), 'a'), renamed(field('c'), 'C')),
      ),
    class: 'safe',
    expected: { c_a: ['A'], c_b: ['B'], c_c: ['C'] },
  },
  {
    name: 'a new field takes the name of a dropped one',
    before: (database) => configure(database, posts(field('a'))),
    rows: { t_posts: [{ c_a: 'old' }] },
    after: (database) => configure(database, posts({ ...field('a', 'number'), id: 'c_new' })),
    class: 'lossy',
    expected: { c_new: [0] },
  },
  {
    name: 'a field with a default is added and fills the rows',
    before: (database) => configure(database, posts(field('a'))),
    rows: { t_posts: [{ c_a: 'x' }, { c_a: 'y' }] },
    after: (database) =>
      configure(
        database,
        posts(
          field('a'),
          field('n', 'number', { default: 7, isRequired: true }),
          field('t', 'text', { default: `it's "quoted" $1 \\` }),
          field('j', 'json', { default: { a: [1, null] } }),
          field('d', 'date', { default: '2024-02-29T12:00:00Z' }),
          field('b', 'checkbox', { default: true }),
        ),
      ),
    class: 'safe',
    expected: {
      c_n: [7, 7],
      c_t: [`it's "quoted" $1 \\`, `it's "quoted" $1 \\`],
      c_j: [{ a: [1, null] }, { a: [1, null] }],
      c_d: ['2024-02-29T12:00:00.000Z', '2024-02-29T12:00:00.000Z'],
      c_b: [true, true],
    },
  },
  {
    name: 'a required field without a default is blocked by existing rows',
    before: (database) => configure(database, posts(field('a'))),
    rows: { t_posts: [{ c_a: 'x' }] },
    after: (database) =>
      configure(database, posts(field('a'), field('b', 'text', { isRequired: true }))),
    class: 'blocking',
  },
  {
    name: 'a required field without a default is safe without rows',
    before: (database) => configure(database, posts(field('a'))),
    after: (database) =>
      configure(database, posts(field('a'), field('b', 'text', { isRequired: true }))),
    class: 'safe',
  },
  {
    name: 'Required is turned on over empty rows: blocked',
    before: (database) => configure(database, posts(field('a'))),
    rows: { t_posts: [{ c_a: 'x' }, { c_a: null }] },
    after: (database) => configure(database, posts(field('a', 'text', { isRequired: true }))),
    class: 'blocking',
  },
  {
    name: 'Required is turned on with a default: empty rows get it',
    before: (database) => configure(database, posts(field('a'))),
    rows: { t_posts: [{ c_a: 'x' }, { c_a: null }, { c_a: '' }] },
    after: (database) =>
      configure(database, posts(field('a', 'text', { isRequired: true, default: 'none' }))),
    class: 'slow',
    expected: { c_a: ['x', 'none', 'none'] },
  },
  {
    name: 'Required is turned on over filled rows',
    before: (database) => configure(database, posts(field('a'))),
    rows: { t_posts: [{ c_a: 'x' }] },
    after: (database) => configure(database, posts(field('a', 'text', { isRequired: true }))),
    class: 'slow',
    expected: { c_a: ['x'] },
  },
  {
    name: 'Unique is turned on over different values',
    before: (database) => configure(database, posts(field('a'))),
    rows: { t_posts: [{ c_a: 'x' }, { c_a: 'y' }, { c_a: null }, { c_a: null }] },
    after: (database) => configure(database, posts(field('a', 'text', { isUnique: true }))),
    class: 'slow',
  },
  {
    name: 'Unique is turned on over equal values: blocked',
    before: (database) => configure(database, posts(field('a'))),
    rows: { t_posts: [{ c_a: 'x' }, { c_a: 'x' }] },
    after: (database) => configure(database, posts(field('a', 'text', { isUnique: true }))),
    class: 'blocking',
  },
  {
    name: 'the database cannot change once a table was applied',
    before: (database) => configure(database, posts(field('a'))),
    after: (database) =>
      configure(database === 'postgres' ? 'sqlite3' : 'postgres', posts(field('a'))),
    class: 'blocking',
  },
  {
    name: 'a rule that is no longer valid blocks',
    before: (database) => configure(database, posts(field('a'))),
    after: (database) =>
      configure(database, table('posts', [field('b')], { rules: { ...rules, list: 'a = "x"' } })),
    class: 'blocking',
  },
  {
    name: 'an invalid name blocks',
    before: (database) => configure(database),
    after: (database) =>
      configure(database, table('posts', [{ ...field('a'), name: 'a"; drop table x --' }])),
    class: 'blocking',
  },
  {
    name: 'custom indexes are added and dropped',
    before: (database) =>
      configure(
        database,
        table('posts', [field('a'), field('b')], {
          indexes: [{ columns: ['c_a', 'createdOn'], unique: false }],
        }),
      ),
    rows: { t_posts: [{ c_a: 'x', c_b: 'y' }] },
    after: (database) =>
      configure(
        database,
        table('posts', [field('a'), field('b')], {
          indexes: [{ columns: ['c_b', 'c_a'], unique: true }],
        }),
      ),
    class: 'slow',
  },
]
