import type { Client } from './create-client.ts'
import {
  confirmUserProvider,
  linkUserIdentity,
  listUserIdentities,
  listUserProviders,
  startUserLink,
  startUserProvider,
  unlinkUserIdentity,
} from './protocol/provider-routes.ts'
import type { OpenedSession } from './protocol/routes.ts'
import type { AppIdentity, Scope, UserSession } from './protocol/wire-types.ts'
import { askProvider, type ProviderOptions, readTicket } from './provider-sign-in.ts'

/** Sign-in of app users with identity providers, such as Google. */
export interface ProviderCalls<User> {
  /** The identity providers with which users may sign in. */
  providers(): Promise<{ name: string; label: string }[]>
  /** Signs in with a provider: in a popup, which needs a click, or by leaving the page, which never resolves. */
  signInWith(provider: string, options?: ProviderOptions): Promise<UserSession<User>>
  /** The identities with which the user can sign in. */
  identities(): Promise<AppIdentity[]>
  /** Links the user with a provider, within ten minutes of a sign-in. */
  link(provider: string, options?: ProviderOptions): Promise<AppIdentity[]>
  /** Ends a link by redirect, on the page that it leads to; null if its address has no ticket. */
  finishLink(url: string): Promise<AppIdentity[] | null>
  /** Unlinks a provider and ends all other sessions; the last way to sign in needs the password. */
  unlink(provider: string, proof?: { password: string }): Promise<UserSession<User>>
}

/** What calls of users need. */
export interface CallingUsers<User> {
  client: Client
  table: string
  place: { params: { table: string }; query: Scope }
  /** Stores a new session, if the client has a store. */
  opened: (answer: OpenedSession) => Promise<UserSession<User>>
}

export function createProviderCalls<User>({
  client,
  table,
  place,
  opened,
}: CallingUsers<User>): ProviderCalls<User> {
  const { query } = place
  return {
    providers: async () => (await client.call(listUserProviders, place)).providers,
    async signInWith(name, options = {}) {
      const params = { table, name }
      const body = await askProvider(
        (begun) => client.call(startUserProvider, { params, query: { ...query, ...begun } }),
        options,
      )
      return opened(await client.call(confirmUserProvider, { ...place, body }))
    },
    identities: async () => (await client.call(listUserIdentities, place)).identities,
    async link(name, options = {}) {
      const params = { table, name }
      const body = await askProvider(
        (begun) => client.call(startUserLink, { params, query, body: begun }),
        options,
      )
      return (await client.call(linkUserIdentity, { ...place, body })).identities
    },
    async finishLink(url) {
      const body = readTicket(url, 'provider-link')
      return body && (await client.call(linkUserIdentity, { ...place, body })).identities
    },
    unlink: async (provider, proof) =>
      opened(await client.call(unlinkUserIdentity, { ...place, body: { provider, ...proof } })),
  }
}
