import * as z from 'zod'
import { endpoint } from './endpoint.ts'

export const getLiveness = endpoint({
  name: 'getLiveness',
  summary: 'Liveness of the process',
  method: 'GET',
  path: '/health/live',
  access: 'public',
  answer: z.object({ status: z.literal('live') }),
})

export const PartHealth = z.object({
  name: z.string(),
  ready: z.boolean(),
  /** Whether the process cannot serve its roles without this part. */
  required: z.boolean(),
  reason: z.string().optional(),
})
export type PartHealth = z.infer<typeof PartHealth>

export const getReadiness = endpoint({
  name: 'getReadiness',
  summary: 'Readiness of the process for its roles; 503 if a part that they require fails',
  method: 'GET',
  path: '/health/ready',
  access: 'public',
  answer: z.object({ status: z.enum(['ready', 'degraded']), parts: z.array(PartHealth) }),
})

const Timestamp = z.iso.datetime()

export const getHealth = endpoint({
  name: 'getHealth',
  summary:
    'Every part with its version, the background jobs of the process, and the ages of queues and backups',
  method: 'GET',
  path: '/health',
  access: 'admin',
  answer: z.object({
    status: z.enum(['ready', 'degraded', 'failing', 'stopping']),
    version: z.string(),
    node: z.string(),
    roles: z.array(z.string()),
    parts: z.array(PartHealth.extend({ version: z.string().optional() })),
    workers: z.array(z.object({ version: z.string(), url: z.string(), drained: z.boolean() })),
    jobs: z.array(
      z.object({
        name: z.string(),
        everySeconds: z.number(),
        running: z.boolean(),
        lastSuccessAt: Timestamp.nullable(),
        lastSeconds: z.number().nullable(),
        failures: z.number().int(),
      }),
    ),
    queues: z.array(
      z.object({
        name: z.string(),
        waiting: z.number().int(),
        oldestSeconds: z.number().nullable(),
      }),
    ),
    backups: z.object({
      scheduled: z.number().int(),
      failing: z.number().int(),
      oldestSeconds: z.number().nullable(),
    }),
  }),
})

export const getOpenapi = endpoint({
  name: 'getOpenapi',
  summary: 'This API as an OpenAPI document',
  method: 'GET',
  path: '/api/openapi.json',
  access: 'public',
  answer: z.looseObject({ openapi: z.string() }),
})
