import { saveSsoProvider as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, invalid } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { toIdentityProvider } from '../identity-provider/identity-provider.ts'
import { isSameClient } from '../identity-provider/is-same-client.ts'
import { refuseProvider } from '../identity-provider/refuse-provider.ts'
import { endPasswordSessions, hasBreakGlassAdmin, lockSsoOnly } from '../sso-only/sso-only-store.ts'
import { endSessionsOfProvider } from './identity-store.ts'
import {
  findStoredProvider,
  providerBinding,
  type StoredProvider,
  setStoredProvider,
} from './sso-provider-store.ts'

export const refuseSettings = () =>
  new ApiError(
    'conflict',
    'The identity provider is set by PLINTH_OIDC_ISSUER. Change the settings of the server.',
  )

const noBreakGlass = () =>
  invalid([
    {
      path: 'ssoOnly',
      message:
        'needs an admin who can sign in with a password when the provider is away. Choose one on the server: npx plinth-server staff break-glass EMAIL.',
    },
  ])

/** The audited part: everything but the secret. */
const snapshotOf = ({ organisationId: _id, sealedSecret: _secret, ...provider }: StoredProvider) =>
  provider

export const saveSsoProvider = route(
  endpoint,
  async ({ staff, caller, body, mutate }, context: AccountsContext) => {
    const { env, vault, signInLimit } = context
    if (env.oidc) throw refuseSettings()
    await signInLimit.tryCredential(staff.id)
    const { clientSecret, ...provider } = body
    const domains = new Set(provider.domains)
    const { allowed } = env.egress
    await refuseProvider(
      toIdentityProvider({ ...provider, clientSecret: clientSecret ?? '', allowed }),
    )
    const { organisationId } = staff
    const sealed =
      clientSecret === undefined
        ? undefined
        : vault.seal(clientSecret, providerBinding(organisationId))
    return mutate(async (transaction) => {
      await lockSsoOnly(transaction)
      if (provider.ssoOnly && !(await hasBreakGlassAdmin(transaction))) throw noBreakGlass()
      const before = await findStoredProvider(transaction)
      const isSame = before !== undefined && isSameClient(before, provider)
      // The secret of one provider must not be sent to another.
      const sealedSecret = sealed ?? (isSame ? before.sealedSecret : undefined)
      if (!sealedSecret) throw invalid([{ path: 'clientSecret', message: 'is required' }])
      const after = { ...provider, domains: [...domains], organisationId, sealedSecret }
      await setStoredProvider(transaction, after)
      const tokenHash = caller.kind === 'staff' ? caller.tokenHash : null
      if (provider.ssoOnly) await endPasswordSessions(transaction, tokenHash)
      if (before && !isSame) {
        await endSessionsOfProvider(transaction, { issuer: before.issuer, tokenHash })
      }
      return {
        answer: {},
        audit: {
          action: 'saved',
          entity: 'identity-provider',
          entityId: organisationId,
          ...(before ? { before: snapshotOf(before) } : {}),
          after: { ...snapshotOf(after), ...(sealed ? { clientSecret: '(changed)' } : {}) },
        },
      }
    })
  },
)
