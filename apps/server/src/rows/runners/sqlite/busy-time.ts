/** A longer run may have waited for the disk, which blocks its thread as well. */
const MAX_PREEMPTED_MS = 20

/**
 * Measures how long this thread is busy, in milliseconds. The time for which the system gave the processor to others
 * does not count: otherwise every statement would seem long while another project uses all processors.
 */
export function startBusyTime(): () => number {
  const since = performance.now()
  const before = process.threadCpuUsage()
  return () => {
    const elapsed = performance.now() - since
    if (elapsed > MAX_PREEMPTED_MS) return elapsed
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  }
}
