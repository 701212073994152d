import type { ProviderPreset, ProviderShape } from '@plinth/contract'

const ADDRESS_FIELDS = ['authorization', 'token', 'userInfo', 'emails', 'primary'] as const
const CLAIM_FIELDS = ['subject', 'email', 'fullName'] as const
const SIGNER_FIELDS = ['teamId', 'keyId'] as const
const FIRST = ['issuer', 'clientId', 'clientSecret', 'scope', 'verifiedClaim'] as const

export type ProviderField =
  | (typeof FIRST)[number]
  | (typeof ADDRESS_FIELDS)[number]
  | (typeof CLAIM_FIELDS)[number]
  | (typeof SIGNER_FIELDS)[number]

/** What a form of a provider shows. `hidden` has no field of its own: presets and the API set it. */
export interface ProviderValues {
  texts: Record<ProviderField, string>
  hasAddresses: boolean
  hasSigner: boolean
  hidden: {
    formPost: boolean
    authentication: 'post' | 'basic'
    givenName: string | null
    familyName: string | null
  }
}

/** A provider as the API returns it. */
type StoredProvider = Omit<ProviderShape, 'name'>
type Shown = Pick<StoredProvider, 'issuer' | 'scope' | 'formPost' | 'verifiedClaim' | 'endpoints'>

function readShape({ issuer, scope, formPost, verifiedClaim, endpoints }: Shown) {
  const { emails = null, claims } = endpoints ?? {}
  return {
    texts: {
      ...{ issuer, scope, verifiedClaim: verifiedClaim ?? '' },
      authorization: endpoints?.authorization ?? '',
      token: endpoints?.token ?? '',
      userInfo: endpoints?.userInfo ?? '',
      emails: emails?.address ?? '',
      primary: emails?.primary ?? '',
      subject: claims?.subject ?? '',
      email: claims?.email ?? '',
      fullName: claims?.name ?? '',
    },
    hasAddresses: endpoints !== null,
    hidden: {
      formPost,
      authentication: endpoints?.authentication ?? 'post',
      givenName: claims?.givenName ?? null,
      familyName: claims?.familyName ?? null,
    },
  }
}

const NONE: Shown = {
  ...{ issuer: '', scope: 'openid email profile', formPost: false },
  ...{ verifiedClaim: 'email_verified', endpoints: null },
}

export function readProvider(provider: StoredProvider | undefined): ProviderValues {
  const { texts, ...shape } = readShape(provider ?? NONE)
  return {
    ...shape,
    texts: {
      ...texts,
      clientId: provider?.clientId ?? '',
      clientSecret: '',
      teamId: provider?.signer?.teamId ?? '',
      keyId: provider?.signer?.keyId ?? '',
    },
    hasSigner: provider?.signer != null,
  }
}

/** What was typed beside the preset stays. */
export function applyPreset(values: ProviderValues, preset: ProviderPreset): ProviderValues {
  const { texts, ...shape } = readShape(preset)
  return { ...shape, texts: { ...values.texts, ...texts }, hasSigner: preset.hasSigner }
}

const orNull = (text: string) => (text === '' ? null : text)

/** The body of a save, without what only one kind of provider has. */
export function toSavedShape({ texts, hasAddresses, hasSigner, hidden }: ProviderValues) {
  const { clientSecret, ...typed } = texts
  const given = Object.fromEntries(
    Object.entries(typed).map(([name, text]) => [name, text.trim()]),
  ) as typeof typed
  return {
    ...{ issuer: given.issuer, clientId: given.clientId, scope: given.scope },
    formPost: hidden.formPost,
    verifiedClaim: orNull(given.verifiedClaim),
    signer: hasSigner ? { teamId: given.teamId, keyId: given.keyId } : null,
    endpoints: hasAddresses
      ? {
          authorization: given.authorization,
          token: given.token,
          userInfo: given.userInfo,
          authentication: hidden.authentication,
          claims: {
            ...{ subject: given.subject, email: given.email, name: orNull(given.fullName) },
            ...{ givenName: hidden.givenName, familyName: hidden.familyName },
          },
          emails: given.emails === '' ? null : { address: given.emails, primary: given.primary },
        }
      : null,
    ...(clientSecret === '' ? {} : { clientSecret }),
  }
}

/** The field of a path in the body, such as `endpoints.claims.name`. */
export function providerFieldOf(path: string): ProviderField | undefined {
  const [first = '', second = '', third] = path.split('.')
  if (first === 'signer') return SIGNER_FIELDS.find((name) => name === second)
  if (first !== 'endpoints') return FIRST.find((name) => name === first)
  if (second === 'emails') return third === 'primary' ? 'primary' : 'emails'
  if (second === 'claims') {
    return third === 'name' ? 'fullName' : CLAIM_FIELDS.find((name) => name === third)
  }
  return ADDRESS_FIELDS.find((name) => name === second)
}

/** The fields to show, in their order. */
export function shownFields({
  hasAddresses,
  hasSigner,
}: Pick<ProviderValues, 'hasAddresses' | 'hasSigner'>): readonly ProviderField[] {
  return [
    'issuer',
    ...(hasAddresses ? [...ADDRESS_FIELDS, ...CLAIM_FIELDS] : []),
    'clientId',
    ...(hasSigner ? SIGNER_FIELDS : []),
    ...(['clientSecret', 'scope', 'verifiedClaim'] as const),
  ]
}
