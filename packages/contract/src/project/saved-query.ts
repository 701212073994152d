import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, idOf, NoBody, ProjectId, Timestamp } from '../protocol/ids.ts'
import { StorableText } from '../protocol/text.ts'

/** A project has at most this many. */
export const MAX_SAVED_QUERIES = 200

export const SavedQueryId = idOf('qry')
/** A query that the members of a project share; its text, never its result. */
export const SavedQuery = z.object({
  id: SavedQueryId,
  name: z.string(),
  sql: z.string(),
  revision: z.number().int(),
  updatedOn: Timestamp,
})
export type SavedQuery = z.infer<typeof SavedQuery>

const project = z.strictObject({ projectId: ProjectId })
const one = z.strictObject({ projectId: ProjectId, queryId: SavedQueryId })
export const SavedQueryBody = z.strictObject({
  name: StorableText.trim().min(1, 'is required').max(80, 'is too long: at most 80 characters'),
  sql: StorableText.min(1, 'is required').max(20_000, 'is too long: at most 20,000 characters'),
})
const answer = z.object({ query: SavedQuery })

export const listSavedQueries = endpoint({
  name: 'listSavedQueries',
  summary: 'The saved queries of a project, by name',
  method: 'GET',
  path: '/api/project/{projectId}/saved-query',
  access: 'project:developer',
  params: project,
  answer: z.object({ queries: z.array(SavedQuery) }),
})
export const createSavedQuery = endpoint({
  name: 'createSavedQuery',
  summary: 'Save a query for the members of the project',
  method: 'POST',
  path: '/api/project/{projectId}/saved-query',
  access: 'project:developer',
  use: 'write',
  status: 201,
  params: project,
  body: SavedQueryBody,
  answer,
})
export const updateSavedQuery = endpoint({
  name: 'updateSavedQuery',
  summary: 'Rename a saved query or change its text',
  method: 'PUT',
  path: '/api/project/{projectId}/saved-query/{queryId}',
  access: 'project:developer',
  use: 'write',
  params: one,
  body: SavedQueryBody,
  answer,
})
export const deleteSavedQuery = endpoint({
  name: 'deleteSavedQuery',
  summary: 'Delete a saved query',
  method: 'DELETE',
  path: '/api/project/{projectId}/saved-query/{queryId}',
  access: 'project:developer',
  use: 'write',
  params: one,
  body: NoBody,
  answer: Done,
})
