import type { ApplyResult } from './database-engine.ts'

/** Ends an application early; what has been prepared is taken back. */
export class ApplyTrouble extends Error {
  readonly result: ApplyResult

  constructor(result: ApplyResult) {
    super(result.kind)
    this.result = result
  }
}

export function refuse(stepId: string | null | undefined, message: string): ApplyTrouble {
  return new ApplyTrouble({ kind: 'refused', stepId: stepId ?? null, message })
}

/** Stops between two statements when whoever asked has gone. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ApplyTrouble({ kind: 'cancelled' })
}
