export interface SuiteOptions {
  /** The full counts; otherwise as many rounds as CI has time for. */
  full: boolean
}

export interface SuiteResult {
  /** What must not be; an empty list is a pass. */
  violations: string[]
  /** The closing line. */
  figures: string
}

/** One kind of harm done to the running product, and what must hold all the same. */
export interface Suite {
  name: string
  run(options: SuiteOptions): Promise<SuiteResult>
  /** The same with the guard switched off; it has to find violations. */
  prove(options: SuiteOptions): Promise<SuiteResult>
}
