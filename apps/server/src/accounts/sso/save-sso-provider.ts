import { saveSsoProvider as endpoint } from '@plinth/contract'
import { OutboundError } from '../../foundation/egress/outbound-error.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, invalid } from '../../foundation/http/errors/api-error.ts'
import type { AccountsContext } from '../context.ts'
import { endPasswordSessions, hasBreakGlassAdmin, lockSsoOnly } from '../sso-only/sso-only-store.ts'
import { checkProvider } from './discover-provider.ts'
import type { IdentityProvider } from './identity-provider.ts'
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

/** Throws 422 for an issuer that does not answer as a provider. */
async function refuseDeaf(provider: IdentityProvider): Promise<void> {
  try {
    await checkProvider(provider)
  } catch (error) {
    const { cause } = error as { cause?: unknown }
    const reason =
      cause instanceof OutboundError
        ? cause.message
        : 'It serves no valid /.well-known/openid-configuration for this issuer.'
    throw invalid([{ path: 'issuer', message: `This provider cannot be used. ${reason}` }])
  }
}

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
    await refuseDeaf({ ...provider, clientSecret: clientSecret ?? '', domains, allowed })
    const { organisationId } = staff
    const sealed =
      clientSecret === undefined
        ? undefined
        : vault.seal(clientSecret, providerBinding(organisationId))
    return mutate(async (transaction) => {
      await lockSsoOnly(transaction)
      if (provider.ssoOnly && !(await hasBreakGlassAdmin(transaction))) throw noBreakGlass()
      const before = await findStoredProvider(transaction)
      const isSame = before?.issuer === provider.issuer && before.clientId === provider.clientId
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
