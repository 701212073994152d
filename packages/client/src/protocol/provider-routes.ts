import type { TypedRoute } from './route.ts'
import type { OfUsers, OpenedSession } from './routes.ts'
import type { AppIdentity, Scope, StartedAtProvider } from './wire-types.ts'

// As in `routes.ts`: sign-in of app users with identity providers.

type Fields = Record<string, unknown>
type Identities = { identities: AppIdentity[] }
interface OfProvider {
  params: OfUsers['params'] & { name: string }
  answer: StartedAtProvider
}

export const listUserProviders: TypedRoute<
  OfUsers & { answer: { providers: { name: string; label: string }[] } }
> = {
  method: 'GET',
  path: '/api/auth/{table}/provider',
  access: 'public',
}
export const startUserProvider: TypedRoute<OfProvider & { query: Scope & Fields }> = {
  method: 'GET',
  path: '/api/auth/{table}/provider/{name}/start',
  access: 'public',
}
export const startUserLink: TypedRoute<OfProvider & { query: Scope; body: Fields }> = {
  method: 'POST',
  path: '/api/auth/{table}/provider/{name}/link',
  access: 'user',
}
export const confirmUserProvider: TypedRoute<OfUsers & { body: Fields; answer: OpenedSession }> = {
  method: 'POST',
  path: '/api/auth/{table}/provider/confirm',
  access: 'public',
  opensSession: true,
}
export const listUserIdentities: TypedRoute<OfUsers & { answer: Identities }> = {
  method: 'GET',
  path: '/api/auth/{table}/identity',
  access: 'user',
}
export const linkUserIdentity: TypedRoute<OfUsers & { body: Fields; answer: Identities }> = {
  method: 'POST',
  path: '/api/auth/{table}/identity',
  access: 'user',
}
export const unlinkUserIdentity: TypedRoute<OfUsers & { body: Fields; answer: OpenedSession }> = {
  method: 'DELETE',
  path: '/api/auth/{table}/identity',
  access: 'user',
}
