import { expect, test } from 'vitest'
import { findUndocumented } from './find-undocumented.ts'
import { readRows, readSections } from './read-rows.ts'

const LONG = 'The port on which the server waits for requests.'

test.each([
  ['nothing wrong', [{ name: 'PORT', meaning: LONG }], []],
  ['missing', [], ['PORT is missing']],
  ['too short', [{ name: 'PORT', meaning: 'The port.' }], ['PORT has no sentence']],
  [
    'unknown',
    [
      { name: 'PORT', meaning: LONG },
      { name: 'PROT', meaning: `${LONG} Too.` },
    ],
    ['PROT is unknown'],
  ],
  [
    'listed twice',
    [
      { name: 'PORT', meaning: LONG },
      { name: 'PORT', meaning: `${LONG} Too.` },
    ],
    ['PORT is listed twice'],
  ],
])('finds %s', (_name, entries, problems) => {
  expect(findUndocumented(entries, ['PORT'])).toEqual(problems)
})

test('finds a repeated sentence', () => {
  const entries = ['PORT', 'HOST'].map((name) => ({ name, meaning: LONG }))
  expect(findUndocumented(entries, ['PORT', 'HOST'])).toEqual([
    'PORT repeats the sentence of another',
    'HOST repeats the sentence of another',
  ])
})

test('reads the lines of tables that begin with a name in code', () => {
  const text = '| Name | Values |\n|---|---|\n| `a` | `x\\|y` |\n| words | z |\n'
  expect(readRows(text)).toEqual([['a', '`x|y`']])
})

test('reads the sections whose title is a name in code', () => {
  const text =
    '# Page\n\n## Words\n\nNo.\n\n## `set` Set\n\nOne.\n\n### `deep`\n\nTwo.\n\n## `wait`\n'
  expect([...readSections(text, 2)]).toEqual([
    ['set', '\nOne.\n\n### `deep`\n\nTwo.\n\n'],
    ['wait', ''],
  ])
})
