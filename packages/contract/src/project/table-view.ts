import * as z from 'zod'
import { GridPreferences } from '../people/preferences.ts'
import { endpoint } from '../protocol/endpoint.ts'
import { Done, idOf, NoBody, ProjectId, SchemaId, StaffId, Timestamp } from '../protocol/ids.ts'
import { StorableText } from '../protocol/text.ts'

/** A member has at most this many in a project. */
export const MAX_TABLE_VIEWS = 100
const MAX_FILTER_FIELDS = 400

export const TableViewId = idOf('viw')

/** A filter of a view; `fields` has the field id of each path in the text, so that renamed fields are found. */
export const ViewFilter = z.strictObject({
  text: StorableText.max(4096, 'is too long: at most 4,096 characters').default(''),
  fields: z
    .record(StorableText.min(1).max(1024), SchemaId)
    .refine((fields) => Object.keys(fields).length <= MAX_FILTER_FIELDS, 'has too many fields')
    .default({}),
})
export type ViewFilter = z.infer<typeof ViewFilter>

/** What a view shows: columns, widths, sort and row height as in the personal view, and a filter. */
export const ViewContent = z.strictObject({
  settings: GridPreferences,
  filter: ViewFilter.default({ text: '', fields: {} }),
})
export type ViewContent = z.infer<typeof ViewContent>

/** A named view of a table: private to its author, or shared with the members of the project. */
export const TableView = z.object({
  id: TableViewId,
  tableId: SchemaId,
  name: z.string(),
  isShared: z.boolean(),
  author: z.object({ id: StaffId, name: z.string() }),
  /** Whether the caller may change and delete it: its author, an owner or an admin. */
  canChange: z.boolean(),
  ...ViewContent.shape,
  revision: z.number().int(),
  updatedOn: Timestamp,
})
export type TableView = z.infer<typeof TableView>

const project = z.strictObject({ projectId: ProjectId })
const one = z.strictObject({ projectId: ProjectId, viewId: TableViewId })
export const TableViewBody = z.strictObject({
  name: StorableText.trim().min(1, 'is required').max(80, 'is too long: at most 80 characters'),
  isShared: z.boolean(),
  ...ViewContent.shape,
})
export type TableViewBody = z.infer<typeof TableViewBody>
const answer = z.object({ view: TableView })
const limits = { bytes: 131_072, depth: 5, keys: 5_000 }

export const listTableViews = endpoint({
  name: 'listTableViews',
  summary: "The caller's own views of a table and those that members share, by name",
  method: 'GET',
  path: '/api/project/{projectId}/view',
  access: 'project:developer',
  params: project,
  query: z.strictObject({ table: SchemaId }),
  answer: z.object({ views: z.array(TableView) }),
})
export const createTableView = endpoint({
  name: 'createTableView',
  summary: 'Save a view of a table',
  method: 'POST',
  path: '/api/project/{projectId}/view',
  access: 'project:developer',
  use: 'write',
  status: 201,
  params: project,
  body: TableViewBody.extend({ tableId: SchemaId }),
  limits,
  answer,
})
export const updateTableView = endpoint({
  name: 'updateTableView',
  summary: 'Rename, share or change a view; only its author, an owner or an admin',
  method: 'PUT',
  path: '/api/project/{projectId}/view/{viewId}',
  access: 'project:developer',
  use: 'write',
  params: one,
  body: TableViewBody,
  limits,
  answer,
})
export const deleteTableView = endpoint({
  name: 'deleteTableView',
  summary: 'Delete a view; only its author, an owner or an admin',
  method: 'DELETE',
  path: '/api/project/{projectId}/view/{viewId}',
  access: 'project:developer',
  use: 'write',
  params: one,
  body: NoBody,
  answer: Done,
})
