import {
  type AppSignIn,
  addUserPasskey,
  confirmUserPasskey,
  type Database,
  listUserPasskeys,
  removeUserPasskey,
  type SolePasskeyAssertion,
  startUserPasskey,
  startUserPasskeySignIn,
} from '@plinth/contract'
import {
  type AuthenticatorChange,
  newAuthenticator,
} from '../../../accounts/passkeys/testing/authenticator.ts'
import { appConfiguration, newApp, type SignedUp, signUp } from '../../../app/testing/app-tables.ts'
import { clientOf, guest, newStaff, withPlatform } from '../../../app/testing/people.ts'
import { saveSignIn } from '../../app-sign-in/testing/code-app.ts'

export const HOST = 'example.com'
export const PAGE = 'https://app.example.com'

/** The answer of a page of the app, as browsers write it. */
export const onPage = (change: AuthenticatorChange = {}): AuthenticatorChange => ({
  origin: PAGE,
  ...change,
})

interface Place {
  table?: string
  environment?: 'dev' | 'production'
}

/** An app whose people and members may have passkeys. */
export async function newPasskeyApp(database: Database) {
  const owner = await newStaff()
  const projectId = await newApp(owner, appConfiguration(database))
  const save = (changes: Partial<Omit<AppSignIn, 'environment' | 'revision'>> = {}) =>
    saveSignIn(owner, projectId, { redirects: [`${PAGE}/`], passkeyHost: HOST, ...changes })
  await save()
  await save({ table: 'members' })
  const at = ({ table = 'people', environment }: Place = {}) => ({
    params: { table },
    query: { $projectId: projectId, ...(environment && { $environment: environment }) },
  })
  const one = (passkeyId: string) => ({ ...at(), params: { table: 'people', passkeyId } })
  const begin = async ({ token }: { token: string }, place?: Place) =>
    (await clientOf(token).call(startUserPasskey, at(place))).options
  const calls = {
    begin,
    add: async ({ token }: { token: string }, change: AuthenticatorChange = {}) => {
      const authenticator = newAuthenticator()
      const credential = authenticator.create(await begin({ token }), onPage(change))
      const body = { name: 'Phone', credential }
      const { passkey } = await clientOf(token).call(addUserPasskey, { ...at(), body })
      return { passkey, authenticator }
    },
    list: async ({ token }: { token: string }) =>
      (await clientOf(token).call(listUserPasskeys, at())).passkeys,
    remove: ({ token }: { token: string }, passkeyId: string, body: { password?: string } = {}) =>
      clientOf(token).call(removeUserPasskey, { ...one(passkeyId), body }),
    ask: async (place?: Place) => (await guest().call(startUserPasskeySignIn, at(place))).options,
    enter: (passkey: SolePasskeyAssertion, place?: Place) =>
      guest().call(confirmUserPasskey, { ...at(place), body: { passkey } }),
  }
  /** A new user with a passkey. */
  async function newHolder() {
    const user: SignedUp = await signUp(projectId)
    return { ...user, id: user.user.id, ...(await calls.add(user)) }
  }
  return { owner, projectId, params: { projectId }, at, one, save, newHolder, ...calls }
}

export type PasskeyApp = Awaited<ReturnType<typeof newPasskeyApp>>
export type Holder = Awaited<ReturnType<PasskeyApp['newHolder']>>

/** Makes the sessions of a user older than a recent sign-in. */
export const ageSessions = (userId: string) =>
  withPlatform((on) =>
    on.query(
      `update app_session set started_at = now() - interval '11 minutes' where user_id = $1`,
      [userId],
    ),
  )

/** How many passkeys and challenges are stored of a user. */
export const countStored = (userId: string) =>
  withPlatform(async (on) => {
    const { rows } = await on.query<{ count: number }>(
      `select ((select count(*) from app_passkey where user_id = $1)
        + (select count(*) from app_passkey_challenge where user_id = $1))::integer as count`,
      [userId],
    )
    return rows[0]?.count
  })
