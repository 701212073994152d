export interface Measured {
  /** The closing line. */
  figures: string
  /** What a requirement is not met; an empty list is a pass. */
  violations: string[]
  /** For `results/`: plain numbers and words. */
  result: Record<string, unknown>
}

/** One figure that the documents quote, as a command that a stranger can repeat. */
export interface Measurement {
  name: string
  run(): Promise<Measured>
}
