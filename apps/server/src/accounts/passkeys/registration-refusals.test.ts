import {
  addPasskey,
  listPasskeys,
  type PasskeyCreation,
  type PasskeyRequest,
} from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { clientOf, expectApiError, newStaff, type Person } from '../../app/testing/people.ts'
import { inOrder } from '../sign-in/testing/in-order.ts'
import { type Authenticator, newAuthenticator } from './testing/authenticator.ts'
import {
  addNewPasskey,
  beginPasskey,
  beginProof,
  enterWith,
  expireChallenges,
} from './testing/use-passkeys.ts'

const add = (person: Person, credential: ReturnType<Authenticator['create']>) =>
  person.client.call(addPasskey, { body: { name: 'Laptop', credential } })

const asCreation = ({ challenge, rpId }: PasskeyRequest) =>
  ({ challenge, rp: { id: rpId, name: 'Plinth' } }) as PasskeyCreation

describe('a registration is refused', () => {
  const refused = { status: 422, details: [{ path: 'credential' }] }

  test.each([
    { name: 'from another origin', change: { origin: 'https://evil.example' } },
    { name: 'for another host', change: { rpId: 'evil.example' } },
    { name: 'with an invented challenge', change: { challenge: 'A'.repeat(43) } },
    { name: 'without a person at the authenticator', change: { isPresent: false } },
  ])('$name', async ({ change }) => {
    const person = await newStaff()
    const credential = newAuthenticator().create(await beginPasskey(person), change)
    expect(await expectApiError(add(person, credential))).toMatchObject(refused)
  })

  test('with the challenge of another account, another session, a proof, or an expired one', async () => {
    const [person, other] = [await newStaff(), await newStaff()]
    await addNewPasskey(person)
    const create = (options: PasskeyCreation) => add(person, newAuthenticator().create(options))
    expect(await expectApiError(create(await beginPasskey(other)))).toMatchObject(refused)
    expect(await expectApiError(create(asCreation(await beginProof(person))))).toMatchObject(
      refused,
    )
    const options = await beginPasskey(person)
    await expireChallenges(person)
    expect(await expectApiError(create(options))).toMatchObject(refused)
    await create(await beginPasskey(person))
  })

  test('for a passkey that any account has', async () => {
    const [person, other] = [await newStaff(), await newStaff()]
    const { authenticator } = await addNewPasskey(person)
    const again = authenticator.create(await beginPasskey(person))
    expect((await expectApiError(add(person, again))).code).toBe('conflict')
    const stolen = authenticator.create(await beginPasskey(other))
    expect((await expectApiError(add(other, stolen))).code).toBe('conflict')
  })

  test('with the wrong password, and after the challenge was used', async () => {
    const person = await newStaff()
    const wrong = { ...person, password: 'not it at all' }
    expect((await expectApiError(beginPasskey(wrong))).code).toBe('invalid')
    const options = await beginPasskey(person)
    await add(person, newAuthenticator().create(options))
    const second = newAuthenticator().create(options)
    expect(await expectApiError(add(person, second))).toMatchObject(refused)
  })

  test('of a session that ends meanwhile', async () => {
    const person = await newStaff()
    const credential = newAuthenticator().create(await beginPasskey(person))
    const ending = 'delete from session where staff_id = $1'
    const [added] = await inOrder(person, [() => add(person, credential)], ending)
    expect(added).toMatchObject({ status: 'rejected', reason: { status: 401 } })
    const { token } = await enterWith(person)
    expect((await clientOf(token).call(listPasskeys)).passkeys).toEqual([])
  })
})
