import { getDevUser } from '@plinth/contract'
import { expect, test } from 'vitest'
import { clientOf, expectApiError } from '../../app/testing/people.ts'
import { signOutAtProvider } from '../sso/testing/provider.ts'
import { countOf, useSso } from '../sso/testing/use-sso.ts'

const { issuer, newPerson, begin, finish } = await useSso()

/** A session of the product and the browser's session of the provider, which opened it. */
async function signIn(login: string) {
  const cookies = new Map<string, string>()
  const { token } = await finish(await begin(login, '/home', cookies))
  return { client: clientOf(token), cookies }
}

test('a person who signs out at the provider loses the sessions of that browser only', async () => {
  const { login } = await newPerson()
  const [here, there] = [await signIn(login), await signIn(login)]
  const { user } = await here.client.call(getDevUser)
  await signOutAtProvider(issuer, here.cookies)
  expect(await expectApiError(here.client.call(getDevUser))).toMatchObject({ status: 401 })
  expect((await there.client.call(getDevUser)).user.id).toBe(user.id)
  expect(
    await countOf('audit', `action = 'signed out by the identity provider' and entity_id = $1`, [
      user.id,
    ]),
  ).toBe(1)
})

test('a sign-in that began before the logout opens no session after it', async () => {
  const { login } = await newPerson()
  const cookies = new Map<string, string>()
  const first = await begin(login, '/home', cookies)
  const { token } = await finish(first)
  const second = await begin(login, '/home', cookies)
  await signOutAtProvider(issuer, cookies)
  expect(await expectApiError(clientOf(token).call(getDevUser))).toMatchObject({ status: 401 })
  expect(await expectApiError(finish(second))).toMatchObject({ status: 401 })
})
