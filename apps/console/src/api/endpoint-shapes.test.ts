import { ProjectName, signIn } from '@plinth/contract'
import { describe, expect, it } from 'vitest'

describe('what the browser gets of the contract', () => {
  it('is how to call, without the shapes that only the server reads', () => {
    expect(Object.keys(signIn).toSorted()).toEqual(['access', 'method', 'name', 'path', 'summary'])
  })

  it('still holds the shapes that forms check with', () => {
    expect(ProjectName.safeParse('').error?.issues[0]?.message).toBe('Name is required')
  })
})
