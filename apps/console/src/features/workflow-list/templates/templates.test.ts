import { TEMPLATES } from '@plinth/schema'
import { expect, it } from 'vitest'
import { branchDepths } from './branch-depths.ts'
import { freeName } from './free-name.ts'

it.each([
  [[], 'Log'],
  [['Log'], 'Log 2'],
  [['Log 2', 'Log', 'Other'], 'Log 3'],
])('beside %j the name is %s', (taken, expected) => {
  expect(freeName('Log', taken)).toBe(expected)
})

it('counts the branches that lead to a node', () => {
  expect([...branchDepths(TEMPLATES.checkForm)]).toEqual([
    ['form', 0],
    ['check', 0],
    ['valid', 0],
    ['store', 1],
    ['thank', 1],
    ['refuse', 1],
  ])
})
