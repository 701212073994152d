import { ProjectName, signIn } from '@plinth/contract'
import { describe, expect, it } from 'vitest'

describe('the contract in the browser bundle', () => {
  it('has the routes without the schemas that only the server uses', () => {
    expect(Object.keys(signIn).toSorted()).toEqual(['access', 'method', 'name', 'path', 'summary'])
  })

  it('has the schemas that forms validate with', () => {
    expect(ProjectName.safeParse('').error?.issues[0]?.message).toBe('Name is required')
  })
})
