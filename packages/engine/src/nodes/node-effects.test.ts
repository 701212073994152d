import { expect, test } from 'vitest'
import { RUNNING_KINDS } from './node-definitions.ts'
import { effectOf, NODE_EFFECTS } from './node-effects.ts'

test('every kind that runs declares its effect', () => {
  expect(new Set(NODE_EFFECTS.keys())).toEqual(new Set(RUNNING_KINDS))
})

test.each([
  ['an unknown kind', 'new-kind', {}, 'effect'],
  ['own tables', 'database', {}, 'own-database'],
  ['own tables by name', 'sql-query', { source: 'project' }, 'own-database'],
  ['another server', 'database', { source: 'mysql' }, 'effect'],
  ['a server by expression', 'database', { source: '{{ $in }}' }, 'effect'],
  ['a script', 'javascript', {}, 'pure'],
  ['a request', 'http_request', {}, 'effect'],
])('the effect of %s', (_name, kind, parameters, effect) => {
  expect(effectOf({ kind, parameters })).toBe(effect)
})
