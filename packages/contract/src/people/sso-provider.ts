import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, NoBody } from '../protocol/ids.ts'
import { StorableText } from '../protocol/text.ts'
import { ProviderShape } from './provider-shape.ts'

/** Domains whose people get accounts. */
export const MAX_SSO_DOMAINS = 50

export const SsoDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'is not a domain')
/** The identity provider of staff; its secret is never returned. */
export const SsoProvider = ProviderShape.extend({
  /** Addresses of these domains get an account with their first sign-in. */
  domains: z.array(SsoDomain).max(MAX_SSO_DOMAINS),
  /** Passwords are for break-glass accounts only. */
  ssoOnly: z.boolean().default(false),
})
export type SsoProvider = z.infer<typeof SsoProvider>

export const getSsoProvider = endpoint({
  name: 'getSsoProvider',
  summary: 'The identity provider of staff, without its secret',
  method: 'GET',
  path: '/api/sso/provider',
  access: 'admin',
  answer: z.object({
    provider: SsoProvider.nullable(),
    /** Where it is set. The settings of the server win. */
    source: z.enum(['settings', 'console']).nullable(),
    /** The redirect address to register with the provider. */
    callback: z.string(),
  }),
})

export const saveSsoProvider = endpoint({
  name: 'saveSsoProvider',
  summary: 'Set the identity provider of staff; it must answer',
  method: 'PUT',
  path: '/api/sso/provider',
  access: 'admin',
  proof: 'always',
  body: z.strictObject({
    ...SsoProvider.shape,
    /** The private key if there is a signer. Left out, the stored one is kept; another issuer, client or address needs its own. */
    clientSecret: StorableText.min(1, 'is required').max(1000).optional(),
  }),
  answer: Done,
})

export const deleteSsoProvider = endpoint({
  name: 'deleteSsoProvider',
  summary: 'Remove the identity provider; accounts stay, and sign in with a password',
  method: 'DELETE',
  path: '/api/sso/provider',
  access: 'admin',
  proof: 'always',
  body: NoBody,
  answer: Done,
})
