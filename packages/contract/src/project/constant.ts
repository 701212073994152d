import * as z from 'zod'
import { OPERATIONS } from '../configuration/configuration.ts'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, EnvironmentId, idOf, NoBody, ProjectId } from '../protocol/ids.ts'
import { StorableText } from '../protocol/text.ts'
import { ENVIRONMENT_NAMES } from './environment.ts'

export const ConstantId = idOf('cst')
export const Constant = z.object({
  id: ConstantId,
  key: z.string(),
  /** Always empty for secret constants, which are write-only. */
  value: z.string(),
  secret: z.boolean(),
  environment_id: EnvironmentId,
  revision: z.number().int(),
})
export type Constant = z.infer<typeof Constant>

export const ConstantKey = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(128, 'is too long: at most 128 characters')
  .regex(
    /^[A-Za-z_][A-Za-z0-9_]*$/,
    'can contain letters, digits and _, and cannot begin with a digit',
  )

/** A reference to a constant within its environment. */
export const ConstantUse = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rule'),
    table: z.string(),
    operation: z.enum(OPERATIONS),
    /** Whether the saved draft, the applied configuration or both contain the reference. */
    draft: z.boolean(),
    applied: z.boolean(),
  }),
  z.object({ kind: z.literal('workflow'), workflowId: z.string(), name: z.string() }),
])
export type ConstantUse = z.infer<typeof ConstantUse>

const project = z.strictObject({ projectId: ProjectId })
const one = z.strictObject({ projectId: ProjectId, id: ConstantId })
const body = z.strictObject({
  key: ConstantKey,
  /** An empty value keeps the current secret. */
  value: StorableText.max(65_536, 'is too long: at most 65,536 characters'),
  environment: EnvironmentId,
  /** Omitted keeps the current setting; a new constant is not secret by default. */
  secret: z.boolean().optional(),
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
  use: 'write',
  production: 'settings',
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
  use: 'write',
  production: 'settings',
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
  use: 'write',
  params: one,
  body: NoBody,
  answer: Done,
})
export const listConstantUses = endpoint({
  name: 'listConstantUses',
  summary: 'References to a constant',
  method: 'GET',
  path: '/api/project/{projectId}/constant/{id}/use',
  access: 'project:developer',
  params: one,
  answer: z.object({ environment: z.enum(ENVIRONMENT_NAMES), uses: z.array(ConstantUse) }),
})
