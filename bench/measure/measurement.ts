export interface Measured {
  /** Summary line. */
  figures: string
  /** Violated requirements; an empty list is a pass. */
  violations: string[]
  /** Data for `results/`. */
  result: Record<string, unknown>
}

/** A repeatable measurement of a figure that the documentation quotes. */
export interface Measurement {
  name: string
  run(): Promise<Measured>
}
