import * as z from 'zod'
import { OPERATIONS } from '../configuration/configuration.ts'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, idOf, NoBody, ProjectId, Timestamp } from '../protocol/ids.ts'
import { StorableText } from '../protocol/text.ts'
import { ENVIRONMENT_NAMES } from './environment.ts'

/** Prefix of every API key secret. */
export const KEY_PREFIX = 'plk_'

/** Headers by which the server of an app names the visitor it calls for. */
export const VISITOR_ADDRESS_HEADER = 'X-Plinth-Visitor-Address'
export const SERVER_KEY_HEADER = 'X-Plinth-Server-Key'

export const ApiKeyId = idOf('key')

/** Operations a key may perform on a table, by name; the table's rules still apply. */
export const KeyTable = z.strictObject({
  table: z.string().min(1, 'is required').max(64, 'is too long: at most 64 characters'),
  operations: z
    .array(z.enum(OPERATIONS))
    .min(1, 'needs at least one operation')
    .max(OPERATIONS.length),
})
export type KeyTable = z.infer<typeof KeyTable>

export const ApiKey = z.object({
  id: ApiKeyId,
  name: z.string(),
  environment: z.enum(ENVIRONMENT_NAMES),
  /** Deleted tables are omitted. */
  tables: z.array(KeyTable),
  /** Whether a server with this key may name the address of the visitor it calls for. */
  canNameVisitors: z.boolean(),
  createdOn: Timestamp,
  createdBy: z.string().nullable(),
  /** Precise to the minute; null if the key was never used. */
  lastUsedOn: Timestamp.nullable(),
  /** Null if the key does not expire. */
  expiresOn: Timestamp.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

const NewKey = z.strictObject({
  name: StorableText.trim().min(1, 'is required').max(100, 'is too long: at most 100 characters'),
  environment: z.enum(ENVIRONMENT_NAMES),
  tables: z.array(KeyTable).max(500),
  canNameVisitors: z.boolean().default(false),
  expiresOn: Timestamp.optional(),
})
export const CreateKeyBody = NewKey.refine(
  ({ tables, canNameVisitors }) => tables.length > 0 || canNameVisitors,
  { path: ['tables'], error: 'needs at least one table' },
)

const params = z.strictObject({ projectId: ProjectId })

export const listKeys = endpoint({
  name: 'listKeys',
  summary: 'The API keys of a project without secrets, newest first',
  method: 'GET',
  path: '/api/project/{projectId}/key',
  access: 'project:developer',
  params,
  answer: z.object({ keys: z.array(ApiKey) }),
})
export const createKey = endpoint({
  name: 'createKey',
  summary: 'Create an API key; its secret is returned only once',
  method: 'POST',
  path: '/api/project/{projectId}/key',
  access: 'project:developer',
  use: 'write',
  proof: 'always',
  production: 'settings',
  status: 201,
  params,
  body: CreateKeyBody,
  answer: z.object({ key: ApiKey, secret: z.string() }),
})
export const deleteKey = endpoint({
  name: 'deleteKey',
  summary: 'Revoke an API key, effective immediately',
  method: 'DELETE',
  path: '/api/project/{projectId}/key/{id}',
  access: 'project:developer',
  use: 'manage',
  params: z.strictObject({ projectId: ProjectId, id: ApiKeyId }),
  body: NoBody,
  answer: Done,
})
