import { listProjects as endpoint } from '@plinth/contract'
import { JsonText } from '../http/call.ts'
import { route } from '../http/route.ts'
import { listProjectsAsJson } from './project-list-store.ts'

export const listProjects = route(endpoint, async ({ staff, query }, { db }) => {
  const { page, limit, search, status } = query
  return new JsonText(await listProjectsAsJson(db, { staff, page, limit, search, status }))
})
