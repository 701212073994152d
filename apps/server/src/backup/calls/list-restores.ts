import { listRestores as endpoint } from '@plinth/contract'
import { route } from '../../http/route.ts'
import { listRestores as list } from '../restore/restore-store.ts'

export const listRestores = route(endpoint, async ({ project }, { db }) => ({
  restores: await list(db, project.id),
}))
