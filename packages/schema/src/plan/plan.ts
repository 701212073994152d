import type { Configuration, Database } from '@plinth/contract'
import type { Conversion } from './conversion.ts'
import type { Form } from './form.ts'
import type { LinkStorage, Operation } from './operation.ts'

export type StepClass = 'safe' | 'slow' | 'lossy' | 'blocking'
export type Phase = 'prepare' | 'flip' | 'clean'

/** Something that only the rows themselves can tell; names are those before the change. */
export type Check = {
  key: string
  /** What it holds is shown to nobody. */
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

/** What a check found: how many rows, and some of them for staff to look at. */
export interface Measure {
  rows: number
  samples: { id: string; value: string }[]
}

/** By the key of their check; a check that took too long has none. */
export type Measures = Readonly<Record<string, Measure>>

export interface Step {
  /** The same whenever the same change is planned, so that it can be confirmed by id. */
  id: string
  class: StepClass
  phase: Phase
  /** What happens, in a sentence for people. */
  words: string
  /** What undoing it would do. */
  inverse: string
  tableId: string | null
  columnId: string | null
  operation: Operation
  checks: Check[]
  /** Rows that lose a value or stand in the way, once measured. */
  rows?: number
  samples?: Measure['samples']
}

/** Something that was changed behind our back. */
export interface Drift {
  tableId: string | null
  columnId: string | null
  words: string
}

/** How a table is called before and after; null when it is not there. */
export interface TableNames {
  tableId: string
  before: string | null
  after: string | null
}

/** Everything that leads from what is there to what is wanted. */
export interface Plan {
  engine: Database
  schema: string
  /** Of the live catalogue that was seen; applying checks that it is still the same. */
  catalogueDigest: string
  before: Configuration
  wanted: Configuration
  drift: Drift[]
  steps: Step[]
  tables: TableNames[]
  /** Ids of what was set aside and comes back. */
  restored: string[]
  isMeasured: boolean
}
