import * as z from 'zod'
import { User } from '../people/person.ts'
import { endpoint } from '../protocol/endpoint.ts'
import { ProjectId, StaffId, Timestamp } from '../protocol/ids.ts'
import { ENVIRONMENT_NAMES } from './environment.ts'

const AuditPerson = User.pick({ id: true, email: true, first_name: true, last_name: true })

export const AuditEntry = z.object({
  id: z.string(),
  /** Null if no user was signed in: an action of the server itself or of a mailed link. */
  person: AuditPerson.nullable(),
  action: z.string(),
  area: z.string(),
  entity_id: z.string(),
  environment: z.enum(ENVIRONMENT_NAMES).nullable(),
  /** Old and new value; secrets are never included. */
  before: z.unknown(),
  after: z.unknown(),
  request_id: z.string(),
  /** Where the call came from; null for tasks, commands and changes of rows. */
  address: z.string().nullable(),
  agent: z.string().nullable(),
  /** Ids, never tokens. */
  session_id: z.string().nullable(),
  key_id: z.string().nullable(),
  created_at: Timestamp,
  /** True once the entry is part of the project's hash chain. */
  sealed: z.boolean(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const AUDIT_PER_PAGE = 50

const params = z.strictObject({ projectId: ProjectId })

export const listAudit = endpoint({
  name: 'listAudit',
  summary: 'The audit log of a project, newest first',
  method: 'GET',
  path: '/api/project/{projectId}/audit',
  access: 'project:owner',
  params,
  query: z.strictObject({
    person: StaffId.optional(),
    area: z
      .string()
      .regex(/^[a-z][a-z-]{0,39}$/, 'is not an area')
      .optional(),
    environment: z.enum(ENVIRONMENT_NAMES).optional(),
    from: Timestamp.optional(),
    to: Timestamp.optional(),
    cursor: z
      .string()
      .regex(/^\d{1,18}\.\d{1,18}$/, 'is not a cursor of this list')
      .optional(),
  }),
  answer: z.object({ entries: z.array(AuditEntry), nextCursor: z.string().nullable() }),
})

export const listAuditFilters = endpoint({
  name: 'listAuditFilters',
  summary: "Filter options of a project's audit log: users and areas",
  method: 'GET',
  path: '/api/project/{projectId}/audit/filter',
  access: 'project:owner',
  params,
  answer: z.object({ people: z.array(AuditPerson), areas: z.array(z.string()) }),
})
