import type { Json } from '../node/json.ts'
import type { Frame } from './frame.ts'
import type { PlannedNode } from './plan-run.ts'

/** A node that is to run now, in one pass through its region. */
export interface Step {
  planned: PlannedNode
  frame: Frame
  input: Json
  /** The same whenever this step is taken again: what a keyed effect is known by. */
  key: string
}
