import { listDeletedProjects as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { ProjectsContext } from '../context.ts'
import { selectDeletedProjects } from './deletion-store.ts'

export const listDeletedProjects = route(endpoint, ({ staff }, { db }: ProjectsContext) =>
  selectDeletedProjects(db, staff.organisationId),
)
