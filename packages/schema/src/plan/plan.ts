import type { Configuration, Database } from '@plinth/contract'
import type { Conversion } from './conversion.ts'
import type { Form } from './form.ts'
import type { LinkStorage, Operation } from './operation.ts'

export type StepClass = 'safe' | 'slow' | 'lossy' | 'blocking'
export type Phase = 'prepare' | 'flip' | 'clean'

/** A query on the rows; names are those before the change. */
export type Check = {
  key: string
  /** The values must not be shown. */
  isSecret?: boolean
} & (
  | { kind: 'rows'; table: string }
  | { kind: 'values'; table: string; column: string }
  | { kind: 'empty'; table: string; column: string; form: Form; to: Form }
  | { kind: 'losing'; table: string; column: string; conversion: Conversion }
  | { kind: 'duplicates'; table: string; columns: { name: string; conversion?: Conversion }[] }
  | { kind: 'lostLinks'; from: LinkStorage; to: LinkStorage; first: string; second: string }
  | { kind: 'unlinked'; from: LinkStorage; to: LinkStorage; first: string; second: string }
)

/** Result of a check: number of rows, with samples for staff. */
export interface Measure {
  rows: number
  samples: { id: string; value: string }[]
}

/** Results by check key; a check that timed out has none. */
export type Measures = Readonly<Record<string, Measure>>

export interface Step {
  /** Deterministic for the same change, so that it can be confirmed by id. */
  id: string
  class: StepClass
  phase: Phase
  /** Description of the step, as a sentence. */
  words: string
  /** Description of its undo. */
  inverse: string
  tableId: string | null
  columnId: string | null
  operation: Operation
  checks: Check[]
  /** Rows that lose a value or block the step, if measured. */
  rows?: number
  samples?: Measure['samples']
}

/** A change made outside Plinth. */
export interface Drift {
  tableId: string | null
  columnId: string | null
  words: string
}

/** Name of a table before and after; null if it does not exist. */
export interface TableNames {
  tableId: string
  before: string | null
  after: string | null
}

/** All steps from the live database to the wanted configuration. */
export interface Plan {
  engine: Database
  schema: string
  /** Digest of the live catalogue; applying checks that it is unchanged. */
  catalogueDigest: string
  before: Configuration
  wanted: Configuration
  drift: Drift[]
  steps: Step[]
  tables: TableNames[]
  /** Ids of the trashed objects that are restored. */
  restored: string[]
  isMeasured: boolean
}
