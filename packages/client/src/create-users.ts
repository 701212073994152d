import { ApiError } from './api-error.ts'
import type { Client } from './create-client.ts'
import { createPasskeyCalls, type PasskeyCalls } from './create-passkey-calls.ts'
import { createProviderCalls, type ProviderCalls } from './create-provider-calls.ts'
import { checkTable } from './known-tables.ts'
import { confirmUserProvider } from './protocol/provider-routes.ts'
import {
  askUserCode,
  changeUserPassword,
  confirmUserCode,
  decideUserApproval,
  getMe,
  listUserApprovals,
  refreshUser,
  requestUserReset,
  resetUserPassword,
  signInUser,
  signOutUser,
  signUpUser,
  verifyUser,
} from './protocol/routes.ts'
import type {
  ApprovalState,
  AppToken,
  EnvironmentName,
  Row,
  UserApproval,
  UserDecision,
  UserSession,
} from './protocol/wire-types.ts'
import { readTicket } from './provider-sign-in.ts'

/** Server and Auth table of an app's users. */
export interface UsersOptions {
  client: Client
  /** Name of the Auth table. */
  table: string
  projectId?: string
  environment?: EnvironmentName
}

interface Account {
  email: string
  password: string
}

/** Account calls of app users. A client with a session store keeps the session, else the app stores the token. */
export interface Users<User> extends ProviderCalls<User>, PasskeyCalls<User> {
  /** Accepts the account and any other fields of the table. */
  signUp(account: Account & Record<string, unknown>): Promise<UserSession<User>>
  signIn(account: Account): Promise<UserSession<User>>
  /** Sends an email with a code and a link to sign in, if the table allows it. */
  askCode(email: string, options?: { redirect?: string }): Promise<void>
  signInWithCode(email: string, code: string): Promise<UserSession<User>>
  /** Signs in on the page that a confirmed link or a provider leads to; null if its address has no ticket. */
  signInWithLink(url: string): Promise<UserSession<User> | null>
  /** Stores a token with which staff act as a user, copied from the console; the session's `actor` has their name. */
  actAs(token: string): Promise<UserSession<User>>
  /** Exchanges the current token for a new one; a client with a session store does this itself. */
  refresh(): Promise<AppToken>
  /** Ends the session; a stored session is removed even if the server cannot be reached. */
  signOut(): Promise<void>
  changePassword(change: { currentPassword: string; password: string }): Promise<UserSession<User>>
  /** Sends an email with a verification link. */
  sendVerification(email: string): Promise<void>
  verify(token: string): Promise<void>
  /** Sends an email with a password reset link. */
  requestReset(email: string): Promise<void>
  reset(change: { token: string; password: string }): Promise<void>
  /** The approvals of workflows that the user may decide now, newest first, 100 at most. */
  approvals(): Promise<UserApproval[]>
  /** Approves or rejects; a second decision fails with the status 409. */
  decide(approvalId: string, decision: UserDecision): Promise<ApprovalState>
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
  /** Stores a new session, if the client has a store. */
  async function opened(
    answer: AppToken & { user: Row },
    actor?: string,
  ): Promise<UserSession<User>> {
    const { token, expiresOn, user } = answer
    const receivedOn = new Date().toISOString()
    const session = { token, expiresOn, receivedOn, table, userId: user.id, ...place.query }
    await client.session?.set(actor === undefined ? session : { ...session, actor })
    return answer as UserSession<unknown> as UserSession<User>
  }
  return {
    signUp: async (body) => opened(await client.call(signUpUser, { ...place, body })),
    signIn: async (body) => opened(await client.call(signInUser, { ...place, body: { ...body } })),
    async askCode(email, { redirect } = {}) {
      await client.call(askUserCode, { ...place, body: { email, ...(redirect && { redirect }) } })
    },
    signInWithCode: async (email, code) =>
      opened(await client.call(confirmUserCode, { ...place, body: { email, code } })),
    ...createProviderCalls({ client, table, place, opened }),
    ...createPasskeyCalls({ client, table, place, opened }),
    async signInWithLink(url) {
      const body = readTicket(url, 'provider-sign-in')
      if (body) return opened(await client.call(confirmUserProvider, { ...place, body }))
      const ticket = /#sign-in=([\w-]+)$/.exec(url)?.[1]
      if (ticket === undefined) return null
      return opened(await client.call(confirmUserCode, { ...place, body: { ticket } }))
    },
    async actAs(token) {
      const headers = { Authorization: `Bearer ${token.trim()}` }
      // The stored session is not sent with it.
      const route = { ...getMe, opensSession: true } as typeof getMe
      const { user, actor } = await client.call(route, { query: {}, headers })
      if (!actor) throw new Error('This token is not one with which staff act as a user.')
      return opened({ token: token.trim(), expiresOn: actor.expiresOn, user }, actor.name)
    },
    async refresh() {
      const next = await client.call(refreshUser, place)
      const session = await client.session?.get()
      const receivedOn = new Date().toISOString()
      if (session) await client.session?.set({ ...session, ...next, receivedOn })
      return next
    },
    async signOut() {
      try {
        await client.call(signOutUser, place)
      } catch (error) {
        // A session that has ended already needs no sign-out.
        const isOver = error instanceof ApiError && error.status === 401
        if (!isOver || !client.session) throw error
      } finally {
        await client.session?.set(null)
      }
    },
    changePassword: async (body) =>
      opened(await client.call(changeUserPassword, { ...place, body: { ...body } })),
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
    approvals: async () => (await client.call(listUserApprovals, place)).approvals,
    async decide(approvalId, body) {
      const params = { table, approvalId }
      return (await client.call(decideUserApproval, { ...place, params, body })).state
    },
  }
}
