import { writeAuthorizationUrl } from '../../accounts/identity-provider/ask-provider.ts'
import { deriveValues } from '../../accounts/identity-provider/sso-handle.ts'
import { newToken } from '../../accounts/passwords/new-token.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { invalid } from '../../foundation/http/errors/api-error.ts'
import { findSignIn } from '../app-sign-in/app-sign-in-store.ts'
import { redirectOf } from '../app-sign-in/redirect-of.ts'
import type { RowRequest } from '../request/row-request.ts'
import { openAppProvider, providerCallback } from './open-app-provider.ts'
import { addProviderSignIn, handleBinding } from './provider-sign-in-store.ts'
import { requireAppProvider } from './require-app-provider.ts'

interface Beginning {
  readonly name: string
  readonly redirect: string | undefined
  readonly challenge: string
  readonly display: 'page' | 'popup'
  readonly linksUser: string | undefined
}

const refusePage = (message: string) => invalid([{ path: 'redirect', message }])

/** The listed page that gets the ticket; throws 422 for any other page. */
async function requirePage(
  { context, environment, table }: RowRequest,
  { redirect: asked, display }: Beginning,
): Promise<string> {
  const key = { environmentId: environment.id, tableId: table.id }
  const { redirects } = await findSignIn(context.db, key)
  const redirect = redirectOf(asked, redirects)
  if (redirect === undefined) {
    throw refusePage('needs a listed page. Add the pages of the app to the sign-in settings.')
  }
  if (display === 'popup' && !/^https?:/.test(redirect)) {
    throw refusePage('is not a web page, which a popup needs. Sign in by redirect instead.')
  }
  return redirect
}

/**
 * Begins a sign-in at a provider. The handle from which state, nonce and PKCE verifier derive is stored sealed: the
 * browser sees the state alone. The app proves with its own verifier that it began the sign-in.
 */
export async function beginAtProvider(
  rowRequest: RowRequest,
  beginning: Beginning,
): Promise<{ url: string; redirect: string; origin: string }> {
  const { context, environment, table } = rowRequest
  const { db, env, log, vault } = context
  const { name, challenge, display, linksUser } = beginning
  const stored = await requireAppProvider(rowRequest, name)
  const redirect = await requirePage(rowRequest, beginning)
  const key = { environmentId: environment.id, tableId: table.id, name }
  const handle = newToken()
  const provider = openAppProvider(context, stored)
  const callback = providerCallback(context, key)
  const url = await writeAuthorizationUrl({ provider, handle, callback }, log)
  const stateHash = hashToken(deriveValues(handle).state)
  await addProviderSignIn(db, {
    ...key,
    stateHash,
    issuer: provider.issuer,
    clientId: provider.clientId,
    sealedHandle: vault.seal(handle, handleBinding(stateHash)),
    challenge,
    redirect,
    inPopup: display === 'popup',
    linksUser,
  })
  return { url, redirect, origin: new URL(env.baseUrl).origin }
}
