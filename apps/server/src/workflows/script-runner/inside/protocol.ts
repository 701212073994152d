/** A job sent into the jail: one line of JSON. */
export interface JobLine {
  id: number
  /** The isolate's argument, as JSON: the code and its variables. */
  given: string
  timeLimitMs: number
}

/** Reads a job; by hand, because the jail has no library but the isolate. */
export function readJob(line: string): JobLine {
  const { id, given, timeLimitMs } = JSON.parse(line)
  if (typeof id === 'number' && typeof given === 'string' && typeof timeLimitMs === 'number') {
    return { id, given, timeLimitMs }
  }
  throw new Error('script runner: a job has another shape')
}

/** A reply from the jail: one line of JSON per job, and one at start-up. */
export type AnswerLine =
  | { ready: true }
  | { refused: string }
  | { id: number; answer: string }
  | { id: number; error: string }
