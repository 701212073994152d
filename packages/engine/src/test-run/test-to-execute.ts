import type { TestPin, WorkflowSettings } from '@plinth/contract'
import type { Json } from '../node/json.ts'
import type { Ports, RowCall } from '../node/ports.ts'
import type { Plan } from '../scheduler/plan-run.ts'

/** A test with everything that it may use. */
export interface TestToExecute {
  plan: Plan
  settings: WorkflowSettings
  payload: Json
  /** The values of `$run`. */
  run: { id: string; workflowId: string; trigger: string; version: number }
  /** `$now` in a step, by its key. */
  timeOf(key: string): string
  /** Recorded answers by step. */
  pins: ReadonlyMap<string, TestPin>
  constants: ReadonlyMap<string, string>
  script: Ports['script']
  /**
   * The project's own tables for nodes without a recorded answer. Nothing that they write may remain; new rows have the
   * given time. Throws a `RefusedEffect` for a call that needs a recorded answer.
   */
  ownTables: { rows(call: RowCall, time: string): Promise<Json>; sql: Ports['sql'] }
  credentialName(id: string): string
  /** Throws once the test has taken too long. */
  throwIfOver(): void
  /** Lets other work of the process go on. */
  yieldNow(): Promise<void>
}
