import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { ProjectId } from '../protocol/ids.ts'

/** Members who may read production data in addition to owners and admins. */
export const ProductionAccess = z.object({
  developersCanRead: z.boolean(),
  /** Revision the save is based on. */
  revision: z.number().int(),
})
export type ProductionAccess = z.infer<typeof ProductionAccess>

const path = '/api/project/{projectId}/production-access'
const params = z.strictObject({ projectId: ProjectId })
const answer = z.object({ access: ProductionAccess })

export const getProductionAccess = endpoint({
  name: 'getProductionAccess',
  summary: 'Members who may read production data of a project',
  method: 'GET',
  path,
  access: 'project:developer',
  params,
  answer,
})
export const saveProductionAccess = endpoint({
  name: 'saveProductionAccess',
  summary: 'Set who may read production data; takes effect with the next request',
  method: 'PUT',
  path,
  access: 'project:owner',
  use: 'manage',
  params,
  body: z.strictObject({ developersCanRead: z.boolean() }),
  answer,
})
