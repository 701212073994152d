/** What the timer of a schedule needs from the rest of the server. Every method is idempotent. */
export interface ScheduleHost {
  /** When to fire next, in milliseconds; null if the schedule is inactive or has no next time. */
  plan(key: string): Promise<number | null>
  /** Starts the runs that are due since `at`, and returns when to fire next. */
  fire(key: string, at: number): Promise<number | null>
}
