import { listProjects as endpoint } from '@plinth/contract'
import { JsonText } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { ProjectsContext } from '../context.ts'
import { listProjectsAsJson } from './project-list-store.ts'

export const listProjects = route(endpoint, async ({ staff, query }, { db }: ProjectsContext) => {
  const { page, limit, search, status } = query
  return new JsonText(await listProjectsAsJson(db, { staff, page, limit, search, status }))
})
