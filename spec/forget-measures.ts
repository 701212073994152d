import { forgetSeen } from '../e2e/harness/seen.ts'

/** Vitest calls it once before all tests, so that no measurement of an earlier run counts. */
export function setup(): void {
  forgetSeen('vitest')
}
