import * as z from 'zod'
import { PasskeyId } from '../people/passkey.ts'
import { ENVIRONMENT_NAMES, type EnvironmentName } from '../project/environment.ts'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, ProjectId, SchemaId, Timestamp } from '../protocol/ids.ts'
import { AppPasskey } from './app-passkey.ts'

/** How many sessions of an app user are listed, the last used first. */
export const MAX_LISTED_SESSIONS = 100
/** How many users a page of the list has. */
export const USERS_PER_PAGE = 50

const params = z.strictObject({ projectId: ProjectId, userId: z.string().min(1).max(64) })
const path = '/api/project/{projectId}/app-user/{userId}'
const place = { environment: z.enum(ENVIRONMENT_NAMES), tableId: SchemaId }

/** Names an Auth table of an environment. */
export interface AppUserPlace {
  readonly environment: EnvironmentName
  readonly tableId: string
}

/** A person of an identity provider with whom an app user can sign in. */
export const LinkedIdentity = z.object({
  issuer: z.string(),
  /** As the sign-in settings name the provider; null if the table has no such provider any more. */
  label: z.string().nullable(),
  /** The address at the provider when it was linked. */
  email: z.string().nullable(),
  linkedOn: Timestamp,
  usedOn: Timestamp,
})
export type LinkedIdentity = z.infer<typeof LinkedIdentity>

/** An app user as staff see the account, beside its row. */
export const AppAccount = z.object({
  email: z.string(),
  verified: z.boolean(),
  /** Null if the user may sign in. */
  disabledOn: Timestamp.nullable(),
  /** The last use of an open session, accurate to five minutes; null without one. */
  lastSeenOn: Timestamp.nullable(),
  /** Which ways to sign in the account has: a stored password, and codes by mail if its table allows them. */
  signIn: z.object({ password: z.boolean(), code: z.boolean() }),
  identities: z.array(LinkedIdentity),
  passkeys: z.array(AppPasskey),
  sessions: z.array(
    z.object({
      startedOn: Timestamp,
      lastUsedOn: Timestamp,
      expiresOn: Timestamp,
      /** The member of staff who acts as the user; null in a session of the user. */
      actor: z.string().nullable(),
    }),
  ),
})
export type AppAccount = z.infer<typeof AppAccount>

/** An app user in the list of staff. */
export const ListedAppUser = z.object({
  id: z.string(),
  email: z.string(),
  /** The display field of the table; null if it is the address, hidden or empty. */
  name: z.string().nullable(),
  verified: z.boolean(),
  /** Null if the table has no such column, as in an adopted database. */
  createdOn: Timestamp.nullable(),
  lastSeenOn: Timestamp.nullable(),
  openSessions: z.number(),
  disabledOn: Timestamp.nullable(),
})
export type ListedAppUser = z.infer<typeof ListedAppUser>

export const listAppAccounts = endpoint({
  name: 'listAppAccounts',
  summary: 'A page of the users of an Auth table, the newest first',
  method: 'GET',
  path: '/api/project/{projectId}/app-user',
  access: 'project:developer',
  production: 'named',
  params: z.strictObject({ projectId: ProjectId }),
  query: z.strictObject({
    ...place,
    /** A part of the address or of the display field, or an id. */
    search: z.string().max(254).default(''),
    cursor: z.string().max(4096).default(''),
  }),
  answer: z.object({ data: z.array(ListedAppUser), nextCursor: z.string().nullable() }),
})

export const getAppAccount = endpoint({
  name: 'getAppAccount',
  summary: 'Whether an app user may sign in, and their open sessions',
  method: 'GET',
  path,
  access: 'project:developer',
  production: 'named',
  params,
  query: z.strictObject(place),
  answer: z.object({ account: AppAccount }),
})

export const saveAppAccount = endpoint({
  name: 'saveAppAccount',
  summary: 'Disable an app user, which ends all sessions, or let them sign in again',
  method: 'PUT',
  path,
  access: 'project:developer',
  use: 'write',
  production: 'settings',
  params,
  body: z.strictObject({ ...place, isDisabled: z.boolean() }),
  answer: z.object({ account: AppAccount }),
})

export const endAppSessions = endpoint({
  name: 'endAppSessions',
  summary: 'Sign an app user out everywhere; mailed links and codes end as well',
  method: 'POST',
  path: `${path}/sign-out`,
  access: 'project:developer',
  use: 'write',
  production: 'settings',
  params,
  body: z.strictObject(place),
  answer: z.object({ account: AppAccount }),
})

export const sendAppReset = endpoint({
  name: 'sendAppReset',
  summary: 'Mail an app user a link to choose a new password',
  method: 'POST',
  path: `${path}/request-reset`,
  access: 'project:developer',
  use: 'write',
  production: 'settings',
  params,
  body: z.strictObject(place),
  answer: Done,
})

export const removeAppIdentity = endpoint({
  name: 'removeAppIdentity',
  summary: 'Unlink an identity of an app user, never the last way to sign in; all sessions end',
  method: 'DELETE',
  path: `${path}/identity`,
  access: 'project:developer',
  use: 'write',
  production: 'settings',
  params,
  body: z.strictObject({ ...place, issuer: z.string().min(1).max(2048) }),
  answer: z.object({ account: AppAccount }),
})

export const removeAppPasskey = endpoint({
  name: 'removeAppPasskey',
  summary: 'Remove a passkey of an app user, never the last way to sign in; all sessions end',
  method: 'DELETE',
  path: `${path}/passkey/{passkeyId}`,
  access: 'project:developer',
  use: 'write',
  production: 'settings',
  params: params.extend({ passkeyId: PasskeyId }),
  body: z.strictObject(place),
  answer: z.object({ account: AppAccount }),
})

/** How long a session of staff as an app user lasts; it is never extended. */
export const ACT_AS_MINUTES = 15
export const MAX_ACT_AS_REASON = 200

export const actAsAppUser = endpoint({
  name: 'actAsAppUser',
  summary: 'Open a short session as an app user, for support; its token is answered once',
  method: 'POST',
  path: `${path}/act-as`,
  access: 'project:owner',
  use: 'write',
  proof: 'always',
  params,
  body: z.strictObject({
    ...place,
    /** Why, for the audit log. */
    reason: z.string().trim().min(1).max(MAX_ACT_AS_REASON),
  }),
  answer: z.object({ token: z.string(), expiresOn: Timestamp }),
})

/** What an export of one person has at most; the file names the rest. */
export const EXPORTED_ROWS = 10_000
export const EXPORTED_BYTES = 67_108_864
export const EXPORT_SECONDS = 120
/** Exports of persons that run at the same time in a project, in each process. */
export const MAX_EXPORTS_AT_ONCE = 2

export const exportAppUser = endpoint({
  name: 'exportAppUser',
  summary: 'Everything stored about an app user as one JSON file, with the files of their rows',
  method: 'GET',
  path: `${path}/export`,
  access: 'project:owner',
  sendsFile: true,
  params,
  query: z.strictObject(place),
  answer: z.unknown(),
})

/** How many rows the erasure of one person deletes at most. */
export const MAX_ERASED_ROWS = 10_000

/** What the erasure of one person does. */
export const ErasurePlan = z.object({
  email: z.string(),
  /** Rows by the relation through which they belong to the person; the account itself is not listed. */
  rows: z.array(
    z.object({
      table: z.string(),
      field: z.string(),
      rows: z.number(),
      /** A row with a required relation cannot stay without the person; others lose the link. */
      effect: z.enum(['deleted', 'unlinked']),
    }),
  ),
  /** All rows that are deleted, with the account. */
  deletes: z.number(),
  sessions: z.number(),
})
export type ErasurePlan = z.infer<typeof ErasurePlan>

export const planAppUserErasure = endpoint({
  name: 'planAppUserErasure',
  summary: 'What erasing an app user would delete and unlink',
  method: 'GET',
  path: `${path}/erasure`,
  access: 'project:owner',
  params,
  query: z.strictObject(place),
  answer: z.object({ plan: ErasurePlan }),
})

export const eraseAppUser = endpoint({
  name: 'eraseAppUser',
  summary: 'Erase an app user with the rows that need them; cannot be undone',
  method: 'POST',
  path: `${path}/erasure`,
  access: 'project:owner',
  use: 'write',
  proof: 'always',
  params,
  body: z.strictObject({
    ...place,
    /** The address of the account, typed as confirmation. */
    email: z.string().max(254),
    /** `deletes` of the plan that is confirmed. */
    deletes: z.number().int().min(1),
  }),
  answer: z.object({ erased: ErasurePlan }),
})
