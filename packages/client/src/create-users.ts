import {
  changeUserPassword,
  refreshUser,
  requestUserReset,
  resetUserPassword,
  signInUser,
  signOutUser,
  signUpUser,
  verifyUser,
} from '@plinth/contract'
import type { CallAnswer, Client } from './create-client.ts'
import { checkTable } from './known-tables.ts'
import type { Scope } from './row-params.ts'

/** Server and Auth table of an app's users. */
export interface UsersOptions {
  client: Client
  /** Name of the Auth table. */
  table: string
  projectId?: string
  environment?: Scope['$environment']
}

interface Account {
  email: string
  password: string
}

type Token = CallAnswer<typeof refreshUser>
/** A token with the row of its user. */
export type UserSession<User> = Omit<CallAnswer<typeof signInUser>, 'user'> & { user: User }

/** Account calls of app users. The app stores the token itself. */
export interface Users<User> {
  /** Accepts the account and any other fields of the table. */
  signUp(account: Account & Record<string, unknown>): Promise<UserSession<User>>
  signIn(account: Account): Promise<UserSession<User>>
  /** Exchanges the current token for a new one. */
  refresh(): Promise<Token>
  signOut(): Promise<void>
  changePassword(change: { currentPassword: string; password: string }): Promise<UserSession<User>>
  /** Sends an email with a verification link. */
  sendVerification(email: string): Promise<void>
  verify(token: string): Promise<void>
  /** Sends an email with a password reset link. */
  requestReset(email: string): Promise<void>
  reset(change: { token: string; password: string }): Promise<void>
}

/** Account calls for the rows of an Auth table. */
export function createUsers<User extends { id: string } = { id: string; email: string }>(
  options: UsersOptions,
): Users<User> {
  const { client, table, projectId, environment } = options
  checkTable(table, undefined)
  const place = {
    params: { table },
    query: {
      ...(projectId && { $projectId: projectId }),
      ...(environment && { $environment: environment }),
    },
  }
  type Session = UserSession<User>
  return {
    signUp: async (body) => (await client.call(signUpUser, { ...place, body })) as Session,
    signIn: async (body) => (await client.call(signInUser, { ...place, body })) as Session,
    refresh: () => client.call(refreshUser, place),
    async signOut() {
      await client.call(signOutUser, place)
    },
    changePassword: async (body) =>
      (await client.call(changeUserPassword, { ...place, body })) as Session,
    async sendVerification(email) {
      await client.call(verifyUser, { ...place, body: { email } })
    },
    async verify(token) {
      await client.call(verifyUser, { ...place, body: { token } })
    },
    async requestReset(email) {
      await client.call(requestUserReset, { ...place, body: { email } })
    },
    async reset(body) {
      await client.call(resetUserPassword, { ...place, body })
    },
  }
}
