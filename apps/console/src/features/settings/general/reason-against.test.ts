import { expect, test } from 'vitest'
import { reasonAgainst } from './reason-against.ts'
import { generalStrings as strings } from './strings.ts'

test.each([
  ['developer', 'open', 'read-only', strings.ownersOnly],
  ['developer', 'archived', 'open', strings.ownersOnly],
  ['owner', 'open', 'read-only', undefined],
  ['owner', 'read-only', 'archived', undefined],
  ['owner', 'archived', 'open', undefined],
  ['owner', 'open', 'suspended', strings.adminsOnly],
  ['owner', 'suspended', 'open', strings.liftOnly],
  ['owner', 'suspended', 'archived', strings.liftOnly],
  ['admin', 'open', 'suspended', undefined],
  ['admin', 'suspended', 'open', undefined],
  ['admin', 'suspended', 'read-only', undefined],
  ['admin', 'suspended', 'archived', strings.liftFirst],
  ['admin', 'archived', 'archived', strings.current],
] as const)('%s, from %s to %s: %s', (role, state, next, reason) => {
  expect(reasonAgainst(next, { state, role })).toBe(reason)
})
