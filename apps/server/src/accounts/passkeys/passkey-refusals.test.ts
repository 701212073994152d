import {
  disableStaff,
  type PasskeyAssertion,
  type PasskeyCreation,
  type PasskeyRequest,
  reauthenticate,
  removePasskey,
  startPasskeyProof,
  startPasskeySignIn,
} from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import {
  clientOf,
  expectApiError,
  guest,
  newStaff,
  type Person,
  theAdmin,
  withPlatform,
} from '../../app/testing/people.ts'
import { turnOnTwoFactor } from '../../app/testing/two-factor.ts'
import { type Authenticator, newAuthenticator } from './testing/authenticator.ts'
import {
  addNewPasskey,
  beginPasskey,
  beginProof,
  beginSignIn,
  enterWith,
  expireChallenges,
} from './testing/use-passkeys.ts'

const asRequest = ({ challenge, rp }: PasskeyCreation) =>
  ({ challenge, rpId: rp.id }) as PasskeyRequest

interface Place {
  person: Person
  other: Person
  authenticator: Authenticator
  others: Authenticator
}

async function place(): Promise<Place> {
  const [person, other] = [await newStaff(), await newStaff()]
  const { authenticator } = await addNewPasskey(person)
  return { person, other, authenticator, others: (await addNewPasskey(other)).authenticator }
}

interface Attack {
  name: string
  answer: (place: Place) => Promise<PasskeyAssertion>
}

const ATTACKS: readonly Attack[] = [
  {
    name: 'the challenge of another account',
    answer: async ({ other, authenticator }) => authenticator.get(await beginSignIn(other)),
  },
  {
    name: 'a challenge that was answered before',
    answer: async ({ person, authenticator }) => {
      const options = await beginSignIn(person)
      await enterWith(person, authenticator.get(options))
      return authenticator.get(options)
    },
  },
  {
    name: 'a challenge whose first answer was wrong',
    answer: async ({ person, authenticator }) => {
      const options = await beginSignIn(person)
      await expectApiError(
        enterWith(person, authenticator.get(options, { origin: 'https://evil.example' })),
      )
      return authenticator.get(options)
    },
  },
  {
    name: 'an expired challenge',
    answer: async ({ person, authenticator }) => {
      const options = await beginSignIn(person)
      await expireChallenges(person)
      return authenticator.get(options)
    },
  },
  {
    name: 'an invented challenge',
    answer: async ({ person, authenticator }) =>
      authenticator.get({ ...(await beginSignIn(person)), challenge: 'A'.repeat(43) }),
  },
  {
    name: 'the challenge of a registration',
    answer: async ({ person, authenticator }) =>
      authenticator.get(asRequest(await beginPasskey(person))),
  },
  {
    name: 'the challenge of a proof',
    answer: async ({ person, authenticator }) => authenticator.get(await beginProof(person)),
  },
  {
    name: 'another origin',
    answer: async ({ person, authenticator }) =>
      authenticator.get(await beginSignIn(person), { origin: 'https://evil.example' }),
  },
  {
    name: 'another port of the same host',
    answer: async ({ person, authenticator }) =>
      authenticator.get(await beginSignIn(person), { origin: 'http://localhost:1' }),
  },
  {
    name: 'the hash of another host',
    answer: async ({ person, authenticator }) =>
      authenticator.get(await beginSignIn(person), { rpId: 'evil.example' }),
  },
  {
    name: "another account's passkey",
    answer: async ({ person, others }) => others.get(await beginSignIn(person)),
  },
  {
    name: 'a passkey that was never registered',
    answer: async ({ person }) => newAuthenticator().get(await beginSignIn(person)),
  },
  {
    name: 'the id of the passkey with the signature of another key',
    answer: async ({ person, authenticator, others }) => ({
      ...others.get(await beginSignIn(person)),
      ...{ id: authenticator.id, rawId: authenticator.id },
    }),
  },
  {
    name: 'nobody at the authenticator',
    answer: async ({ person, authenticator }) =>
      authenticator.get(await beginSignIn(person), { isPresent: false }),
  },
  {
    name: 'a counter that stands still',
    answer: async ({ person, authenticator }) => {
      await enterWith(person, authenticator.get(await beginSignIn(person), { counter: 9 }))
      return authenticator.get(await beginSignIn(person), { counter: 9 })
    },
  },
  {
    name: 'a counter that goes backwards',
    answer: async ({ person, authenticator }) => {
      await enterWith(person, authenticator.get(await beginSignIn(person), { counter: 9 }))
      return authenticator.get(await beginSignIn(person), { counter: 0 })
    },
  },
]

describe('a sign-in is refused with', () => {
  test.each(ATTACKS)('$name', async ({ answer }) => {
    const made = await place()
    const error = await expectApiError(enterWith(made.person, await answer(made)))
    expect(error).toMatchObject({ status: 401, details: [{ path: 'passkey' }] })
    // The same person with the right answer.
    const right = made.authenticator.get(await beginSignIn(made.person), { counter: 10 })
    expect((await enterWith(made.person, right)).token).toBeTruthy()
  })

  test('a challenge from before the password was changed', async () => {
    const { person, authenticator } = await place()
    const passkey = authenticator.get(await beginSignIn(person))
    const { passwordHash } = await withPlatform(async (on) => {
      const { rows } = await on.query(
        `update staff set password_hash = (select password_hash from staff where email = $2)
         where id = $1 returning password_hash as "passwordHash"`,
        [person.id, (await theAdmin()).email],
      )
      return rows[0]
    })
    expect(passwordHash).toBeTruthy()
    const renewed = { ...person, password: (await theAdmin()).password }
    const error = await expectApiError(enterWith(renewed, passkey))
    expect(error).toMatchObject({ status: 401, details: [{ path: 'passkey' }] })
  })

  test('a removed passkey', async () => {
    const { person, authenticator } = await place()
    const second = await addNewPasskey(person, 'Second')
    const passkey = second.authenticator.get(await beginSignIn(person))
    await person.client.call(removePasskey, {
      params: { passkeyId: second.passkey.id },
      body: { currentPassword: person.password },
    })
    expect((await expectApiError(enterWith(person, passkey))).status).toBe(401)
    const left = authenticator.get(await beginSignIn(person))
    expect((await enterWith(person, left)).token).toBeTruthy()
  })

  test('the passkey of a disabled account', async () => {
    const { person, authenticator } = await place()
    const passkey = authenticator.get(await beginSignIn(person))
    const admin = await theAdmin()
    await admin.client.call(disableStaff, { params: { staffId: person.id } })
    const error = await expectApiError(enterWith(person, passkey))
    expect(error).toMatchObject({ status: 401, message: expect.stringContaining('disabled') })
    expect((await expectApiError(beginSignIn(person))).status).toBe(401)
  })

  test('too many wrong passkeys, as with codes (R30)', async () => {
    const { person, others } = await place()
    for (let failure = 0; failure < 5; failure += 1) {
      const wrong = others.get(await beginSignIn(person))
      expect((await expectApiError(enterWith(person, wrong))).status).toBe(401)
    }
    const error = await expectApiError(beginSignIn(person))
    expect(error.code).toBe('rate_limited')
  })
})

describe('the options of a sign-in', () => {
  test('are for the right password only, and for accounts with a passkey', async () => {
    const { person } = await place()
    const wrong = { email: person.email, password: 'not it at all' }
    const error = await expectApiError(guest().call(startPasskeySignIn, { body: wrong }))
    expect(error).toMatchObject({ status: 401, message: 'The email or password is wrong.' })
    const plain = await newStaff()
    expect((await expectApiError(beginSignIn(plain))).code).toBe('conflict')
    await turnOnTwoFactor(plain)
    expect((await expectApiError(beginSignIn(plain))).code).toBe('conflict')
  })
})

describe('a proof is refused with', () => {
  const prove = (person: Person, passkey: PasskeyAssertion) =>
    person.client.call(reauthenticate, { body: { passkey } })
  const refused = { status: 422, details: [{ path: 'passkey' }] }

  test('the challenge of a sign-in, or of another session of the same person', async () => {
    const { person, authenticator } = await place()
    const entered = await enterWith(person, authenticator.get(await beginSignIn(person)))
    const elsewhere = clientOf(entered.token)
    const { options } = await elsewhere.call(startPasskeyProof)
    expect(await expectApiError(prove(person, authenticator.get(options)))).toMatchObject(refused)
    const ofSignIn = authenticator.get(await beginSignIn(person))
    expect(await expectApiError(prove(person, ofSignIn))).toMatchObject(refused)
    await prove(person, authenticator.get(await beginProof(person)))
  })

  test('a replayed answer, and for an account without a passkey', async () => {
    const { person, authenticator } = await place()
    const passkey = authenticator.get(await beginProof(person))
    await prove(person, passkey)
    expect(await expectApiError(prove(person, passkey))).toMatchObject(refused)
    const plain = await newStaff()
    expect((await expectApiError(prove(plain, passkey))).code).toBe('conflict')
    expect((await expectApiError(beginProof(plain))).code).toBe('conflict')
  })
})
