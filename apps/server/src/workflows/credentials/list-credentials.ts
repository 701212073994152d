import { listCredentials as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { WorkflowsContext } from '../context.ts'
import { readCredentials } from './to-credential.ts'

export const listCredentials = route(endpoint, async ({ project }, { db }: WorkflowsContext) => {
  const credentials = await readCredentials(db, project.id)
  return { credentials, data: { credentials } }
})
