import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { ProjectId } from '../protocol/ids.ts'

/** Who may read production's data beside owners and admins. */
export const ProductionAccess = z.object({
  developersCanRead: z.boolean(),
  /** What a save is based on. */
  revision: z.number().int(),
})
export type ProductionAccess = z.infer<typeof ProductionAccess>

const path = '/api/project/{projectId}/production-access'
const params = z.strictObject({ projectId: ProjectId })
const answer = z.object({ access: ProductionAccess })

export const getProductionAccess = endpoint({
  name: 'getProductionAccess',
  summary: 'Who may read production data in a project',
  method: 'GET',
  path,
  access: 'project:developer',
  params,
  answer,
})
export const saveProductionAccess = endpoint({
  name: 'saveProductionAccess',
  summary: 'Let developers read production data, or not; it counts from the next request on',
  method: 'PUT',
  path,
  access: 'project:owner',
  params,
  body: z.strictObject({ developersCanRead: z.boolean() }),
  answer,
})
