import {
  addPasskey,
  type PasskeyAssertion,
  signIn,
  startPasskey,
  startPasskeyProof,
  startPasskeySignIn,
} from '@plinth/contract'
import { guest, type Person, withPlatform } from '../../../app/testing/people.ts'
import { newAuthenticator } from './authenticator.ts'

/** The options of a registration. */
export const beginPasskey = async (person: Person) =>
  (await person.client.call(startPasskey, { body: { currentPassword: person.password } })).options

/** Adds a passkey of a new authenticator. */
export async function addNewPasskey(person: Person, name = 'Laptop') {
  const authenticator = newAuthenticator()
  const credential = authenticator.create(await beginPasskey(person))
  const added = await person.client.call(addPasskey, { body: { name, credential } })
  return { ...added, authenticator }
}

const own = ({ email, password }: Person) => ({ email, password })

/** The options of the second step of a sign-in. */
export const beginSignIn = async (person: Person) =>
  (await guest().call(startPasskeySignIn, { body: own(person) })).options

export const enterWith = (person: Person, passkey?: PasskeyAssertion) =>
  guest().call(signIn, { body: { ...own(person), ...(passkey ? { passkey } : {}) } })

/** The options of a proof. */
export const beginProof = async (person: Person) =>
  (await person.client.call(startPasskeyProof)).options

/** Ends all open challenges of a person. */
export const expireChallenges = (person: Person) =>
  withPlatform((on) =>
    on.query(`update passkey_challenge set expires_at = now() where staff_id = $1`, [person.id]),
  )

export const actionsOf = (person: Person) =>
  withPlatform(async (on) => {
    const { rows } = await on.query<{ action: string; entity: string }>(
      `select action, entity from audit where staff_id = $1 order by id`,
      [person.id],
    )
    return rows.map(({ action, entity }) => `${action} ${entity}`)
  })
