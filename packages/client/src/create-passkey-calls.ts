import { createPasskey, requireBrowserPasskeys, signWithPasskey } from './browser-passkey.ts'
import type { CallingUsers } from './create-provider-calls.ts'
import {
  addUserPasskey,
  confirmUserPasskey,
  listUserPasskeys,
  removeUserPasskey,
  renameUserPasskey,
  startUserPasskey,
  startUserPasskeySignIn,
} from './protocol/passkey-routes.ts'
import type { AppPasskey, UserSession } from './protocol/wire-types.ts'

/** Sign-in of app users with passkeys, which the browser asks for. */
export interface PasskeyCalls<User> {
  /** Signs in with a passkey that the user chooses, without an address. */
  signInWithPasskey(): Promise<UserSession<User>>
  /** The passkeys of the user, newest first. */
  passkeys(): Promise<AppPasskey[]>
  /** Adds a passkey of this device or of a security key, within ten minutes of a sign-in. */
  addPasskey(name?: string): Promise<AppPasskey>
  renamePasskey(passkeyId: string, name: string): Promise<void>
  /** Removes a passkey and ends all other sessions; the last way to sign in needs the password. */
  removePasskey(passkeyId: string, proof?: { password: string }): Promise<UserSession<User>>
}

export function createPasskeyCalls<User>({
  client,
  table,
  place,
  opened,
}: CallingUsers<User>): PasskeyCalls<User> {
  const one = (passkeyId: string) => ({ ...place, params: { table, passkeyId } })
  return {
    async signInWithPasskey() {
      requireBrowserPasskeys()
      const { options } = await client.call(startUserPasskeySignIn, place)
      const body = { passkey: await signWithPasskey(options) }
      return opened(await client.call(confirmUserPasskey, { ...place, body }))
    },
    passkeys: async () => (await client.call(listUserPasskeys, place)).passkeys,
    async addPasskey(name) {
      requireBrowserPasskeys()
      const { options } = await client.call(startUserPasskey, place)
      const credential = await createPasskey(options)
      const body = { credential, ...(name !== undefined && { name }) }
      return (await client.call(addUserPasskey, { ...place, body })).passkey
    },
    async renamePasskey(passkeyId, name) {
      await client.call(renameUserPasskey, { ...one(passkeyId), body: { name } })
    },
    removePasskey: async (passkeyId, proof) =>
      opened(await client.call(removeUserPasskey, { ...one(passkeyId), body: { ...proof } })),
  }
}
