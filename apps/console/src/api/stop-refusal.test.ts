import { ApiError } from '@plinth/client'
import { expect, test } from 'vitest'
import { readStopRefusal, statesOfRefusal } from './stop-refusal.ts'

const refused = (code: 'project_read_only' | 'project_suspended' | 'forbidden') =>
  new ApiError(403, { error: { code, message: 'Why', requestId: 'none' } })

test.each([
  [
    'a read-only project',
    refused('project_read_only'),
    'Why',
    ['read-only', 'suspended', 'archived'],
  ],
  [
    'a suspended or archived project',
    refused('project_suspended'),
    'Why',
    ['suspended', 'archived'],
  ],
  ['a missing permission', refused('forbidden'), undefined, undefined],
  ['a lost connection', new Error('Network Error'), undefined, undefined],
])('the refusal of %s', (_, error, message, states) => {
  expect(readStopRefusal(error)).toBe(message)
  expect(statesOfRefusal(error)).toEqual(states)
})
