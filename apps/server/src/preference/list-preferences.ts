import { listPreferences as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { readPreferences } from './preference-store.ts'

export const listPreferences = route(endpoint, async ({ staff, project }, { db }) => ({
  preferences: await readPreferences(db, { staffId: staff.id, projectId: project.id }),
}))
