import { Configuration, Database } from '@plinth/contract'
import * as z from 'zod'
import { Conversion } from './conversion.ts'
import { Form } from './form.ts'
import { LinkStorage, Operation } from './operation.ts'

const StepClass = z.enum(['safe', 'slow', 'lossy', 'blocking'])
export type StepClass = z.infer<typeof StepClass>
const Phase = z.enum(['prepare', 'cutover', 'clean'])
export type Phase = z.infer<typeof Phase>

const text = z.string()
const links = { from: LinkStorage, to: LinkStorage, first: text, second: text }

const check = <K extends string, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.strictObject({
    key: text,
    /** The values must not be shown. */
    isSecret: z.boolean().exactOptional(),
    kind: z.literal(kind),
    ...shape,
  })

/** A query on the rows; names are those before the change. */
const Check = z.discriminatedUnion('kind', [
  check('rows', { table: text }),
  check('values', { table: text, column: text }),
  check('empty', { table: text, column: text, form: Form, to: Form }),
  check('losing', { table: text, column: text, conversion: Conversion }),
  check('duplicates', {
    table: text,
    columns: z.array(z.strictObject({ name: text, conversion: Conversion.exactOptional() })),
  }),
  check('lostLinks', links),
  check('unlinked', links),
])
export type Check = z.infer<typeof Check>

/** Result of a check: number of rows, with samples for staff. */
const Measure = z.strictObject({
  rows: z.number(),
  samples: z.array(z.strictObject({ id: text, value: text })),
})
export type Measure = z.infer<typeof Measure>

/** Results by check key; a check that timed out has none. */
export type Measures = Readonly<Record<string, Measure>>

export const Step = z.strictObject({
  /** Deterministic for the same change, so that it can be confirmed by id. */
  id: text,
  class: StepClass,
  phase: Phase,
  /** Description of the step, as a sentence. */
  words: text,
  /** Description of its undo. */
  inverse: text,
  tableId: text.nullable(),
  columnId: text.nullable(),
  operation: Operation,
  checks: z.array(Check),
  /** Rows that lose a value or block the step, if measured. */
  rows: Measure.shape.rows.exactOptional(),
  samples: Measure.shape.samples.exactOptional(),
})
export type Step = z.infer<typeof Step>

/** A change made outside Plinth. */
const Drift = z.strictObject({ tableId: text.nullable(), columnId: text.nullable(), words: text })
export type Drift = z.infer<typeof Drift>

/** Name of a table before and after; null if it does not exist. */
const TableNames = z.strictObject({
  tableId: text,
  before: text.nullable(),
  after: text.nullable(),
})
export type TableNames = z.infer<typeof TableNames>

/** All steps from the live database to the wanted configuration. */
export const Plan = z.strictObject({
  engine: Database,
  schema: text,
  /** Digest of the live catalogue; applying checks that it is unchanged. */
  catalogueDigest: text,
  before: Configuration,
  wanted: Configuration,
  drift: z.array(Drift),
  steps: z.array(Step),
  tables: z.array(TableNames),
  /** Ids of the trashed objects that are restored. */
  restored: z.array(text),
  isMeasured: z.boolean(),
})
export type Plan = z.infer<typeof Plan>
