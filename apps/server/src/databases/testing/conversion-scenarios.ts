import { configure, field } from './configurations.ts'
import { posts, type Scenario } from './scenarios.ts'

/** Values after a field's type changes. */
export const CONVERSION_SCENARIOS: Scenario[] = [
  {
    name: 'text becomes a whole number: other texts are lost',
    before: (database) => configure(database, posts(field('a'))),
    rows: {
      t_posts: ['12', ' -7 ', 'x', '', '9007199254740993', '1.5'].map((c_a) => ({ c_a })),
    },
    after: (database) => configure(database, posts(field('a', 'number'))),
    class: 'lossy',
    expected: { c_a: [12, -7, null, null, null, null] },
  },
  {
    name: 'text becomes a date',
    before: (database) => configure(database, posts(field('a'))),
    rows: {
      t_posts: ['2024-02-29', '2023-02-29', '2024-01-01T10:20:30.5Z', '0000-01-01', 'now'].map(
        (c_a) => ({ c_a }),
      ),
    },
    after: (database) => configure(database, posts(field('a', 'date'))),
    class: 'lossy',
    expected: {
      c_a: ['2024-02-29T00:00:00.000Z', null, '2024-01-01T10:20:30.500Z', null, null],
    },
  },
  {
    name: 'a number becomes text and loses nothing',
    before: (database) =>
      configure(database, posts(field('a', 'number'), field('b', 'number', { hasDecimal: true }))),
    rows: {
      t_posts: [
        { c_a: 12, c_b: 1.5 },
        { c_a: -3, c_b: 2 },
      ],
    },
    after: (database) => configure(database, posts(field('a'), field('b'))),
    class: 'slow',
    expected: { c_a: ['12', '-3'], c_b: ['1.5', '2'] },
  },
  {
    name: 'several choices become one: only the first is kept',
    before: (database) =>
      configure(
        database,
        posts(field('a', 'select', { selectOptions: ['x', 'y'], hasMultiple: true })),
      ),
    rows: { t_posts: [{ c_a: ['x', 'y'] }, { c_a: ['y'] }, { c_a: [] }] },
    after: (database) =>
      configure(database, posts(field('a', 'select', { selectOptions: ['x', 'y'] }))),
    class: 'lossy',
    expected: { c_a: ['x', 'y', null] },
  },
  {
    name: 'one choice becomes several',
    before: (database) =>
      configure(database, posts(field('a', 'select', { selectOptions: ['x', 'y'] }))),
    rows: { t_posts: [{ c_a: 'x' }, { c_a: null }] },
    after: (database) =>
      configure(
        database,
        posts(field('a', 'select', { selectOptions: ['x', 'y'], hasMultiple: true })),
      ),
    class: 'slow',
    expected: { c_a: [['x'], null] },
  },
  {
    name: 'a hashed value is not exposed when the field is no longer hashed',
    before: (database) => configure(database, posts(field('a', 'text', { isHashed: true }))),
    rows: { t_posts: [{ c_a: '$argon2id$…' }] },
    after: (database) => configure(database, posts(field('a'))),
    class: 'lossy',
    expected: { c_a: [null] },
  },
]
