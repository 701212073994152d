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
  reason: z.string().optional(),
})
export type PartHealth = z.infer<typeof PartHealth>

export const getReadiness = endpoint({
  name: 'getReadiness',
  summary: 'Readiness of all components; 503 lists those that fail',
  method: 'GET',
  path: '/health/ready',
  access: 'public',
  answer: z.object({ status: z.enum(['ready', 'starting']), parts: z.array(PartHealth) }),
})

export const getOpenapi = endpoint({
  name: 'getOpenapi',
  summary: 'This API as an OpenAPI document',
  method: 'GET',
  path: '/api/openapi.json',
  access: 'public',
  answer: z.looseObject({ openapi: z.string() }),
})
