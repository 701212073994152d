/** A job as it crosses into the jail: one line of JSON, nothing but text. */
export interface JobLine {
  id: number
  /** What the isolate is given, as JSON: the code and what it can name. */
  given: string
  timeLimitMs: number
}

/** What comes back: one line of JSON for each job, and one at the start. */
export type AnswerLine =
  | { ready: true }
  | { refused: string }
  | { id: number; answer: string }
  | { id: number; error: string }
