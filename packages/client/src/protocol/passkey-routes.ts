import type { TypedRoute } from './route.ts'
import type { OfUsers, OpenedSession } from './routes.ts'
import type { AppPasskey, Scope } from './wire-types.ts'

// As in `routes.ts`: passkeys of app users.

type Fields = Record<string, unknown>
interface OfPasskey {
  params: OfUsers['params'] & { passkeyId: string }
  query: Scope
  body: Fields
}

export const listUserPasskeys: TypedRoute<OfUsers & { answer: { passkeys: AppPasskey[] } }> = {
  method: 'GET',
  path: '/api/auth/{table}/passkey',
  access: 'user',
}
export const startUserPasskey: TypedRoute<
  OfUsers & { answer: { options: PublicKeyCredentialCreationOptionsJSON } }
> = {
  method: 'POST',
  path: '/api/auth/{table}/passkey/start',
  access: 'user',
}
export const addUserPasskey: TypedRoute<
  OfUsers & { body: Fields; answer: { passkey: AppPasskey } }
> = {
  method: 'POST',
  path: '/api/auth/{table}/passkey',
  access: 'user',
}
export const renameUserPasskey: TypedRoute<OfPasskey & { answer: unknown }> = {
  method: 'PUT',
  path: '/api/auth/{table}/passkey/{passkeyId}',
  access: 'user',
}
export const removeUserPasskey: TypedRoute<OfPasskey & { answer: OpenedSession }> = {
  method: 'DELETE',
  path: '/api/auth/{table}/passkey/{passkeyId}',
  access: 'user',
}
export const startUserPasskeySignIn: TypedRoute<
  OfUsers & { answer: { options: PublicKeyCredentialRequestOptionsJSON } }
> = {
  method: 'POST',
  path: '/api/auth/{table}/passkey/sign-in/start',
  access: 'public',
}
export const confirmUserPasskey: TypedRoute<OfUsers & { body: Fields; answer: OpenedSession }> = {
  method: 'POST',
  path: '/api/auth/{table}/passkey/sign-in',
  access: 'public',
  opensSession: true,
}
