import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Done, EnvironmentId, idOf, NoBody, ProjectId } from './ids.ts'

export const ConstantId = idOf('cst')
export const Constant = z.object({
  id: ConstantId,
  key: z.string(),
  value: z.string(),
  environment_id: EnvironmentId,
  revision: z.number().int(),
})
export type Constant = z.infer<typeof Constant>

const project = z.strictObject({ projectId: ProjectId })
const one = z.strictObject({ projectId: ProjectId, id: ConstantId })
const body = z.strictObject({
  key: z.string().trim().min(1).max(128),
  value: z.string().max(65_536),
  environment: EnvironmentId,
})
const answer = z.object({ constant: Constant })

export const listConstants = endpoint({
  name: 'listConstants',
  summary: 'The constants of a project',
  method: 'GET',
  path: '/api/project/{projectId}/constant',
  access: 'project:developer',
  params: project,
  answer: z.object({ constants: z.array(Constant) }),
})
export const createConstant = endpoint({
  name: 'createConstant',
  summary: 'Add a constant',
  method: 'POST',
  path: '/api/project/{projectId}/constant',
  access: 'project:developer',
  status: 201,
  params: project,
  body,
  answer,
})
export const updateConstant = endpoint({
  name: 'updateConstant',
  summary: 'Change a constant',
  method: 'PUT',
  path: '/api/project/{projectId}/constant/{id}',
  access: 'project:developer',
  params: one,
  body,
  answer,
})
export const deleteConstant = endpoint({
  name: 'deleteConstant',
  summary: 'Delete a constant',
  method: 'DELETE',
  path: '/api/project/{projectId}/constant/{id}',
  access: 'project:developer',
  params: one,
  body: NoBody,
  answer: Done,
})
