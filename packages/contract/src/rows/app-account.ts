import * as z from 'zod'
import { ENVIRONMENT_NAMES } from '../project/environment.ts'
import { endpoint } from '../protocol/endpoint.ts'
import { ProjectId, SchemaId, Timestamp } from '../protocol/ids.ts'

/** How many sessions of an app user are listed, the last used first. */
export const MAX_LISTED_SESSIONS = 100

const params = z.strictObject({ projectId: ProjectId, userId: z.string().min(1).max(64) })
const path = '/api/project/{projectId}/app-user/{userId}'
const place = { environment: z.enum(ENVIRONMENT_NAMES), tableId: SchemaId }

/** An app user as staff see the account, beside its row. */
export const AppAccount = z.object({
  email: z.string(),
  verified: z.boolean(),
  /** Null if the user may sign in. */
  disabledOn: Timestamp.nullable(),
  /** The last use of an open session, accurate to five minutes; null without one. */
  lastSeenOn: Timestamp.nullable(),
  sessions: z.array(
    z.object({ startedOn: Timestamp, lastUsedOn: Timestamp, expiresOn: Timestamp }),
  ),
})
export type AppAccount = z.infer<typeof AppAccount>

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
