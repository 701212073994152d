import { listTableViews as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { ProjectsContext } from '../context.ts'
import { selectTableViews } from './table-view-store.ts'

export const listTableViews = route(
  endpoint,
  async ({ staff, project, query }, { db }: ProjectsContext) => ({
    views: await selectTableViews(db, { staff, project }, query.table),
  }),
)
