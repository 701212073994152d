import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { ProjectId, Timestamp } from '../protocol/ids.ts'

/**
 * `open`: everything works · `read-only`: nothing is changed or started · `suspended`: apps, webhooks and workflows are
 * refused as well · `archived`: as suspended, and left out of the project list.
 */
export const AVAILABILITIES = ['open', 'read-only', 'suspended', 'archived'] as const
export type AvailabilityState = (typeof AVAILABILITIES)[number]

export const MAX_AVAILABILITY_REASON = 500

export const Availability = z.object({
  state: z.enum(AVAILABILITIES),
  reason: z.string(),
  /** Name of the member who set it; null for the command line, or if it was never set. */
  by: z.string().nullable(),
  since: Timestamp.nullable(),
  /** Revision the save is based on. */
  revision: z.number().int(),
})
export type Availability = z.infer<typeof Availability>

export const saveAvailability = endpoint({
  name: 'saveAvailability',
  summary:
    'Open, stop or archive a project; only an admin suspends a project or lifts a suspension',
  method: 'PUT',
  path: '/api/project/{projectId}/availability',
  access: 'project:owner',
  use: 'manage',
  params: z.strictObject({ projectId: ProjectId }),
  body: z.strictObject({
    state: z.enum(AVAILABILITIES),
    reason: z
      .string()
      .trim()
      .max(
        MAX_AVAILABILITY_REASON,
        `Reason is too long: at most ${MAX_AVAILABILITY_REASON} characters`,
      )
      .default(''),
  }),
  answer: z.object({ availability: Availability }),
})
