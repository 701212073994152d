import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { ProjectId, SchemaId } from '../protocol/ids.ts'

export const DENSITIES = ['compact', 'regular', 'tall'] as const
/** How narrow and how wide a column of the grid may be made, in pixels. */
export const COLUMN_WIDTHS = { narrowest: 72, widest: 800 } as const
/** The tables of a project that one person's preferences are kept for; the ones changed longest ago go first. */
export const MAX_PREFERRED_TABLES = 200

/** The fields of a table, its own columns, and some that were dropped since. */
const MAX_COLUMNS = 600
const MAX_SORTED = 16

const columns = z.array(SchemaId).max(MAX_COLUMNS).default([])
const Width = z.int().min(COLUMN_WIDTHS.narrowest).max(COLUMN_WIDTHS.widest)

/** How one person likes the rows of one table to look; columns are named by their ids. */
export const GridPreferences = z.strictObject({
  widths: z
    .record(SchemaId, Width)
    .refine((widths) => Object.keys(widths).length <= MAX_COLUMNS, 'has too many columns')
    .default({}),
  order: columns,
  hidden: columns,
  density: z.enum(DENSITIES).default('regular'),
  sort: z
    .array(z.strictObject({ key: SchemaId, direction: z.enum(['ascending', 'descending']) }))
    .max(MAX_SORTED)
    .default([]),
})
export type GridPreferences = z.infer<typeof GridPreferences>

export const listPreferences = endpoint({
  name: 'listPreferences',
  summary: "The caller's own view of each table of a project, by the table's id",
  method: 'GET',
  path: '/api/project/{projectId}/preference',
  access: 'project:developer',
  params: z.strictObject({ projectId: ProjectId }),
  answer: z.object({ preferences: z.record(SchemaId, GridPreferences) }),
})

export const savePreferences = endpoint({
  name: 'savePreferences',
  summary: "Remember the caller's own view of a table; the last one counts",
  method: 'PUT',
  path: '/api/project/{projectId}/preference/{tableId}',
  access: 'project:developer',
  params: z.strictObject({ projectId: ProjectId, tableId: SchemaId }),
  body: GridPreferences,
  limits: { bytes: 65_536, depth: 4, keys: 4_000 },
  answer: z.object({ preferences: GridPreferences }),
})
