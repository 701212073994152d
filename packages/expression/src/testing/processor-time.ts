declare const process: { threadCpuUsage(): { user: number; system: number } }

/** Milliseconds of processor time that `work` takes on this thread, independent of other load. */
export function processorTimeOf(work: () => void): number {
  const used = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  const start = used()
  work()
  return used() - start
}
