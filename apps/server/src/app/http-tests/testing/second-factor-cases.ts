import { beginTwoFactor, startPasskey } from '@plinth/contract'
import { newAuthenticator } from '../../../accounts/passkeys/testing/authenticator.ts'
import { addNewPasskey } from '../../../accounts/passkeys/testing/use-passkeys.ts'
import { newStaff } from '../../testing/people.ts'
import { codeOf, turnOnTwoFactor } from '../../testing/two-factor.ts'
import type { PreparedCall, ProofCase } from './proof-case.ts'

async function withPasskey(): Promise<PreparedCall> {
  const person = await newStaff()
  const { passkey } = await addNewPasskey(person)
  const body = { currentPassword: person.password }
  return { person, method: 'POST', path: `/auth/passkey/${passkey.id}/remove`, body }
}

async function withTwoFactor(path: string, isEnd = false): Promise<PreparedCall> {
  const person = await newStaff()
  const { secret } = await turnOnTwoFactor(person)
  const code = isEnd ? { code: codeOf(secret) } : {}
  return { person, method: 'POST', path, body: { currentPassword: person.password, ...code } }
}

/** The sensitive acts on the own second factors. */
export const SECOND_FACTOR_CASES: readonly ProofCase[] = [
  {
    ...{ name: 'begin two-factor', endpoint: 'beginTwoFactor', status: 200 },
    prepare: async () => {
      const person = await newStaff()
      const body = { currentPassword: person.password }
      return { person, method: 'POST', path: '/auth/two-factor', body }
    },
  },
  {
    ...{ name: 'turn two-factor on', endpoint: 'confirmTwoFactor', status: 200 },
    prepare: async () => {
      const person = await newStaff()
      const begun = { currentPassword: person.password }
      const { secret } = await person.client.call(beginTwoFactor, { body: begun })
      return { person, method: 'PUT', path: '/auth/two-factor', body: { code: codeOf(secret) } }
    },
  },
  {
    ...{ name: 'begin a passkey', endpoint: 'startPasskey', status: 200 },
    prepare: async () => {
      const person = await newStaff()
      const body = { currentPassword: person.password }
      return { person, method: 'POST', path: '/auth/passkey/start', body }
    },
  },
  {
    ...{ name: 'add a passkey', endpoint: 'addPasskey', status: 201 },
    prepare: async () => {
      const person = await newStaff()
      const begun = { currentPassword: person.password }
      const { options } = await person.client.call(startPasskey, { body: begun })
      const body = { name: 'Laptop', credential: newAuthenticator().create(options) }
      return { person, method: 'POST', path: '/auth/passkey', body }
    },
  },
  {
    ...{ name: 'remove a passkey', endpoint: 'removePasskey', status: 200 },
    prepare: withPasskey,
  },
  {
    ...{ name: 'renew the recovery codes', endpoint: 'renewRecoveryCodes', status: 200 },
    prepare: () => withTwoFactor('/auth/two-factor/recovery-codes'),
  },
  {
    ...{ name: 'turn two-factor off', endpoint: 'endTwoFactor', status: 200 },
    prepare: () => withTwoFactor('/auth/two-factor/end', true),
  },
]
