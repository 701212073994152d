export interface SuiteOptions {
  /** Runs the full counts; otherwise as many rounds as CI has time for. */
  full: boolean
}

export interface SuiteResult {
  /** Violated invariants; an empty list is a pass. */
  violations: string[]
  /** Summary line. */
  figures: string
}

/** A kind of fault injected into the running product, and the invariants that must hold. */
export interface Suite {
  name: string
  /** Runs while no other suite does, because it measures time or memory or uses the whole machine. */
  isAlone?: true
  /** Takes too long for every change: it runs with full counts, or by its name. */
  isRare?: true
  run(options: SuiteOptions): Promise<SuiteResult>
  /** The same with the guard switched off; it must find violations. */
  prove(options: SuiteOptions): Promise<SuiteResult>
}
