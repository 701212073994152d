import { describe, expect, it } from 'vitest'
import { describeInvalid } from './invalid-controls.ts'

const valid = { valueMissing: false, tooShort: false, typeMismatch: false }
const control = (part: Partial<typeof valid>, type = 'text') => ({
  validity: { ...valid, ...part } as ValidityState,
  minLength: 8,
  type,
})

describe('describeInvalid', () => {
  it.each([
    ['an empty value', control({ valueMissing: true }), 'Password is required'],
    ['a short value', control({ tooShort: true }), 'Password must have at least 8 characters'],
    [
      'no email address',
      control({ typeMismatch: true }, 'email'),
      'Enter an email address such as ada@example.com',
    ],
    ['anything else', control({}), 'Password is not valid'],
  ])('names %s', (_name, given, message) => {
    expect(describeInvalid(given)('Password')).toBe(message)
  })
})
