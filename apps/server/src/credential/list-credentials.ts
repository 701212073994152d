import { listCredentials as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { readCredentials } from './to-credential.ts'

export const listCredentials = route(endpoint, async ({ project }, { db }) => {
  const credentials = await readCredentials(db, project.id)
  return { credentials, data: { credentials } }
})
