import { listPreferences as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { AccountsContext } from '../context.ts'
import { readPreferences } from './preference-store.ts'

export const listPreferences = route(
  endpoint,
  async ({ staff, project }, { db }: AccountsContext) => ({
    preferences: await readPreferences(db, { staffId: staff.id, projectId: project.id }),
  }),
)
