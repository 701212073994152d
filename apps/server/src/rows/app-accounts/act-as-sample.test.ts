import { expect, test } from 'vitest'
import { signUp } from '../../app/testing/app-tables.ts'
import { runGuideSamples } from '../../app/testing/documentation/run-guide-samples.ts'
import { actingPlace } from './testing/acting-place.ts'

test('the sample of users.md acts as a user', async () => {
  const { projectId, actAs } = await actingPlace('sqlite3')
  const { token } = await actAs((await signUp(projectId)).user.id)
  const { printed, expected } = await runGuideSamples('users.md', { projectId, token })
  expect(printed).toEqual(expected)
}, 60_000)
