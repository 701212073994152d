import { forgetSeen } from '../e2e/harness/seen.ts'

/** Called by Vitest once before all tests, so that no measurement of an earlier run counts. */
export function setup(): void {
  forgetSeen('vitest')
}
