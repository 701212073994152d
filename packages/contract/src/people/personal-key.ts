import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, idOf, NoBody, ProjectId, Timestamp } from '../protocol/ids.ts'

/** Prefix of every personal key's secret. */
export const PERSONAL_KEY_PREFIX = 'plp_'
export const MAX_PERSONAL_KEYS = 50
/** A personal key that is not used for this long ends. */
export const PERSONAL_KEY_IDLE_DAYS = 90

export const PersonalKeyId = idOf('pky')

/** A key of a person for the command line; it never has more rights than its person has at the moment. */
export const PersonalKey = z.object({
  id: PersonalKeyId,
  /** The machine that asked for the key. */
  name: z.string(),
  readOnly: z.boolean(),
  /** Projects that the person has no access to any more are omitted. */
  projects: z.array(z.object({ id: ProjectId, name: z.string() })),
  createdOn: Timestamp,
  /** The address that asked for the key. */
  createdFrom: z.string(),
  /** Precise to the minute; null if the key was never used. */
  lastUsedOn: Timestamp.nullable(),
})
export type PersonalKey = z.infer<typeof PersonalKey>

export const listPersonalKeys = endpoint({
  name: 'listPersonalKeys',
  summary: "The caller's personal keys without secrets, newest first",
  method: 'GET',
  path: '/auth/personal-key',
  access: 'staff',
  answer: z.object({ keys: z.array(PersonalKey) }),
})

export const revokePersonalKey = endpoint({
  name: 'revokePersonalKey',
  summary: "Revoke one of the caller's personal keys, effective immediately",
  method: 'DELETE',
  path: '/auth/personal-key/{personalKeyId}',
  access: 'staff',
  params: z.strictObject({ personalKeyId: PersonalKeyId }),
  body: NoBody,
  answer: Done,
})
