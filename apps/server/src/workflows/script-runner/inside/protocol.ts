/** A job sent into the jail: one line of JSON. */
export interface JobLine {
  id: number
  /** The isolate's argument, as JSON: the code and its variables. */
  given: string
  timeLimitMs: number
}

/** A reply from the jail: one line of JSON per job, and one at start-up. */
export type AnswerLine =
  | { ready: true }
  | { refused: string }
  | { id: number; answer: string }
  | { id: number; error: string }
