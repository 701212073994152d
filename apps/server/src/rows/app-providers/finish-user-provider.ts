import { finishUserProvider as endpoint, type ProviderEnd } from '@plinth/contract'
import { readProviderAnswer } from '../../accounts/identity-provider/ask-provider.ts'
import { newToken } from '../../accounts/passwords/new-token.ts'
import { hashToken } from '../../foundation/http/access/authenticate.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { findSignIn } from '../app-sign-in/app-sign-in-store.ts'
import type { RowsContext } from '../context.ts'
import { findAppProvider } from './app-provider-store.ts'
import { openAppProvider, providerCallback } from './open-app-provider.ts'
import { claimProviderSignIn, handleBinding, saveProviderTicket } from './provider-sign-in-store.ts'

const ended = () =>
  new ApiError(
    'unauthenticated',
    'This sign-in has ended, took too long or was started elsewhere. Start again in the app.',
  )

/**
 * Claims the sign-in before the code is exchanged, so that an answer of the provider counts once, even if it fails. The
 * account is found and changed only when the app uses the ticket, with its verifier.
 */
export const finishUserProvider = route(
  endpoint,
  async ({ body }, context: RowsContext): Promise<ProviderEnd> => {
    const { db, log, stoppedProjects, vault } = context
    const { query, ...key } = body
    const state = new URLSearchParams(query).get('state') ?? ''
    const stateHash = hashToken(state)
    const claimed = await claimProviderSignIn(db, { ...key, stateHash })
    if (!claimed || !stoppedProjects.isOpen(claimed.projectId)) throw ended()
    const { redirect, inPopup, isLink } = claimed
    // The page may have been removed from the list since.
    const { redirects } = await findSignIn(db, key)
    const stored = await findAppProvider(db, key)
    const isSame =
      stored?.settings.issuer === claimed.issuer && stored.settings.clientId === claimed.clientId
    if (!stored || !isSame || !redirects.includes(redirect)) throw ended()
    const provider = openAppProvider(context, stored)
    const handle = vault.open(claimed.sealedHandle, handleBinding(stateHash))
    const answer = { provider, handle, callback: providerCallback(context, key), query }
    try {
      const profile = await readProviderAnswer(answer, log)
      const ticket = newToken()
      await saveProviderTicket(db, { stateHash, ticketHash: hashToken(ticket), profile })
      const fragment = `#${isLink ? 'provider-link' : 'provider-sign-in'}=${ticket}`
      return { redirect: inPopup ? redirect : redirect + fragment, inPopup, ticket, problem: null }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { redirect, inPopup, ticket: null, problem: error.message }
    }
  },
)
