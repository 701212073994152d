import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { ProjectId } from './ids.ts'

const named = z.strictObject({ projectId: ProjectId })

/** A lossy plan is applied only when its steps are confirmed by id. */
export const PlanConfirmation = z
  .union([
    z.null(),
    z.strictObject({
      planId: z.string().max(64).optional(),
      confirm: z.array(z.string().max(128)).max(10_000).optional(),
    }),
  ])
  .optional()

export const syncDatabase = endpoint({
  name: 'syncDatabase',
  summary: "Apply the saved configuration to the dev environment's database",
  method: 'POST',
  path: '/api/database/{projectId}/sync',
  access: 'project:developer',
  params: named,
  body: PlanConfirmation,
  answer: z.looseObject({}),
})

export const deployDatabase = endpoint({
  name: 'deployDatabase',
  summary: "Bring production to dev's applied configuration",
  method: 'POST',
  path: '/api/database/{projectId}/deploy',
  access: 'project:admin',
  params: named,
  body: PlanConfirmation,
  answer: z.looseObject({}),
})
