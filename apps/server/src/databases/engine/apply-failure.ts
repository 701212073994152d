import type { ApplyResult } from './database-engine.ts'

/** Ends an apply early with this result; everything prepared so far is rolled back. */
export class ApplyFailure extends Error {
  readonly result: ApplyResult

  constructor(result: ApplyResult) {
    super(result.kind)
    this.result = result
  }
}

export function refuseStep(stepId: string | null | undefined, message: string): ApplyFailure {
  return new ApplyFailure({ kind: 'refused', stepId: stepId ?? null, message })
}

/** Called between statements, so that a cancelled request stops there. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ApplyFailure({ kind: 'cancelled' })
}
