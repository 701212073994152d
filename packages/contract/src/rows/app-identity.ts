import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { EnvironmentId, SchemaId, Timestamp } from '../protocol/ids.ts'
import { MAX_REDIRECT_LENGTH } from './app-code.ts'
import { AppProviderName } from './app-provider.ts'
import { AppEnvironmentQuery, AppSession } from './app-user.ts'

/** Linking and unlinking need a sign-in that is not older. */
export const RECENT_SIGN_IN_MINUTES = 10

const params = z.strictObject({ table: z.string().min(1).max(64) })
const named = z.strictObject({ table: z.string().min(1).max(64), name: AppProviderName })
const query = AppEnvironmentQuery
const path = '/api/auth/{table}/provider'
const identities = '/api/auth/{table}/identity'

/** The SHA-256 of the app's verifier, as in RFC 7636. */
const Challenge = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'is not a challenge: 43 characters')
const Verifier = z
  .string()
  .regex(/^[A-Za-z0-9._~-]{43,128}$/, 'is not a verifier: 43 to 128 characters')
const start = {
  /** The listed page that gets the ticket; the first one if it is left out. */
  redirect: z.string().min(1).max(MAX_REDIRECT_LENGTH).optional(),
  challenge: Challenge,
  /** A popup posts the ticket to the page that opened it; otherwise the browser goes to the page with it. */
  display: z.enum(['page', 'popup']).default('page'),
}
const Started = z.object({
  /** The address of the provider to open. */
  url: z.string(),
  /** The page that gets the ticket. */
  redirect: z.string(),
  /** The origin from which a popup posts the ticket. */
  origin: z.string(),
})
const Ticket = z.strictObject({ ticket: z.string().min(1).max(256), verifier: Verifier })

export const listUserProviders = endpoint({
  name: 'listUserProviders',
  summary: 'The identity providers with which the users of an Auth table may sign in',
  method: 'GET',
  path,
  access: 'public',
  params,
  query,
  answer: z.object({ providers: z.array(z.object({ name: z.string(), label: z.string() })) }),
})

export const startUserProvider = endpoint({
  name: 'startUserProvider',
  summary: 'Begin a sign-in of an app user with an identity provider',
  method: 'GET',
  path: `${path}/{name}/start`,
  access: 'public',
  params: named,
  query: z.strictObject({ ...query.shape, ...start }),
  answer: Started,
})

export const startUserLink = endpoint({
  name: 'startUserLink',
  summary: 'Begin to link the signed-in user with an identity provider; needs a recent sign-in',
  method: 'POST',
  path: `${path}/{name}/link`,
  access: 'user',
  params: named,
  query,
  body: z.strictObject(start),
  answer: Started,
})

export const confirmUserProvider = endpoint({
  name: 'confirmUserProvider',
  summary: 'Sign an app user in with the ticket of an identity provider, once',
  method: 'POST',
  path: `${path}/confirm`,
  access: 'public',
  countsVisitors: true,
  params,
  query,
  body: Ticket,
  answer: AppSession,
})

/** Where the callback page leads to. */
export const ProviderEnd = z.object({
  /** The page of the app; for a page the ticket follows after `#`. */
  redirect: z.string(),
  inPopup: z.boolean(),
  /** Null if the provider has not signed the user in. */
  ticket: z.string().nullable(),
  /** Why there is no ticket. */
  problem: z.string().nullable(),
})
export type ProviderEnd = z.infer<typeof ProviderEnd>

export const finishUserProvider = endpoint({
  name: 'finishUserProvider',
  summary: "Check an identity provider's answer for an app, which gets a ticket; signs nobody in",
  method: 'POST',
  path: '/api/user-sign-in/finish',
  access: 'public',
  body: z.strictObject({
    environmentId: EnvironmentId,
    tableId: SchemaId,
    name: AppProviderName,
    /** The query with which the provider redirected. */
    query: z.string().max(8192),
  }),
  answer: ProviderEnd,
})

/** A person of a provider with whom the user can sign in. */
export const AppIdentity = z.object({
  /** Null if the table has no such provider any more. */
  provider: z.string().nullable(),
  issuer: z.string(),
  /** As the provider named it when it was linked. */
  email: z.string().nullable(),
  linkedOn: Timestamp,
  usedOn: Timestamp,
})
export type AppIdentity = z.infer<typeof AppIdentity>
const Identities = z.object({ identities: z.array(AppIdentity) })

export const listUserIdentities = endpoint({
  name: 'listUserIdentities',
  summary: 'The identities with which the signed-in user can sign in',
  method: 'GET',
  path: identities,
  access: 'user',
  takesActor: true,
  params,
  query,
  answer: Identities,
})

export const linkUserIdentity = endpoint({
  name: 'linkUserIdentity',
  summary: 'Link the signed-in user with the ticket of an identity provider, once',
  method: 'POST',
  path: identities,
  access: 'user',
  params,
  query,
  body: Ticket,
  answer: Identities,
})

export const unlinkUserIdentity = endpoint({
  name: 'unlinkUserIdentity',
  summary: 'Unlink an identity of the signed-in user, never the last way to sign in',
  method: 'DELETE',
  path: identities,
  access: 'user',
  countsVisitors: true,
  params,
  query,
  body: z.strictObject({
    provider: AppProviderName,
    /** Required if nothing but the password is left to sign in with. */
    password: z.string().min(1).max(256).optional(),
  }),
  answer: AppSession,
})
