/** What the timer of a schedule needs of the rest of the server; all of it may happen again and changes nothing. */
export interface ScheduleWorld {
  /** When to start next, in milliseconds; null if it is not active, or there is no such time. */
  plan(key: string): Promise<number | null>
  /** Starts what is due since `at`, and says when to look again. */
  fire(key: string, at: number): Promise<number | null>
}
