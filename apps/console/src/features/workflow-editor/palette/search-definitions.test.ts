import { describe, expect, it } from 'vitest'
import { kind } from '../testing/kinds.ts'
import { searchDefinitions } from './search-definitions.ts'

const groups = {
  Flow: [kind('merge'), kind('conditional')],
  Web: [kind('http_request'), kind('slack')],
}
const names = (search: string) =>
  Object.values(searchDefinitions(groups, search))
    .flat()
    .map(({ name }) => name)

describe('searchDefinitions', () => {
  it.each([
    ['', ['merge', 'conditional', 'http_request', 'slack']],
    ['MER', ['merge']],
    ['if', ['conditional']],
    ['rest', ['http_request']],
    ['does s', ['slack']],
    ['nothing like it', []],
  ])('%j finds %j', (search, expected) => {
    expect(names(search)).toEqual(expected)
  })

  it('puts the best match first and leaves out empty groups', () => {
    expect(Object.keys(searchDefinitions(groups, 'slack'))).toEqual(['Web'])
    expect(names('c')[0]).toBe('conditional')
  })
})
