import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { ProjectId, SchemaId } from '../protocol/ids.ts'

export const DENSITIES = ['compact', 'regular', 'tall'] as const
/** Minimum and maximum width of a grid column in pixels. */
export const COLUMN_WIDTHS = { narrowest: 72, widest: 800 } as const
/** Maximum number of tables with stored preferences per user and project; the least recently changed are evicted. */
export const MAX_PREFERRED_TABLES = 200

/** Allows for a table's fields, its system columns and some dropped fields. */
const MAX_COLUMNS = 600
const MAX_SORTED = 16

const columns = z.array(SchemaId).max(MAX_COLUMNS).default([])
const Width = z.int().min(COLUMN_WIDTHS.narrowest).max(COLUMN_WIDTHS.widest)

/** A user's view settings for one table; columns are referenced by id. */
export const GridPreferences = z.strictObject({
  widths: z
    .record(SchemaId, Width)
    .refine((widths) => Object.keys(widths).length <= MAX_COLUMNS, 'has too many columns')
    .default({}),
  order: columns,
  hidden: columns,
  /** Columns that stay at the left while the others scroll. */
  pinned: columns,
  density: z.enum(DENSITIES).default('regular'),
  sort: z
    .array(z.strictObject({ key: SchemaId, direction: z.enum(['ascending', 'descending']) }))
    .max(MAX_SORTED)
    .default([]),
  /** Whether relation cells show the display values beside the ids; views saved before the option do not. */
  relations: z.enum(['ids', 'names']).optional(),
})
export type GridPreferences = z.infer<typeof GridPreferences>

export const listPreferences = endpoint({
  name: 'listPreferences',
  summary: "The caller's view settings of a project's tables, by table id",
  method: 'GET',
  path: '/api/project/{projectId}/preference',
  access: 'project:developer',
  params: z.strictObject({ projectId: ProjectId }),
  answer: z.object({ preferences: z.record(SchemaId, GridPreferences) }),
})

export const savePreferences = endpoint({
  name: 'savePreferences',
  summary: "Save the caller's view settings of a table; the last write wins",
  method: 'PUT',
  path: '/api/project/{projectId}/preference/{tableId}',
  access: 'project:developer',
  use: 'manage',
  params: z.strictObject({ projectId: ProjectId, tableId: SchemaId }),
  body: GridPreferences,
  limits: { bytes: 65_536, depth: 4, keys: 4_000 },
  answer: z.object({ preferences: GridPreferences }),
})
