import type { Json } from '../node/json.ts'
import type { Frame } from './frame.ts'
import type { PlannedNode } from './plan-run.ts'

/** One execution of a node within a frame. */
export interface Step {
  planned: PlannedNode
  frame: Frame
  input: Json
  /** Idempotency key: identical for every attempt and replay of the step. */
  key: string
}
