import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'

const IDLE_MS = 1_500

/** Reports which files of a folder ran at least one function meanwhile, from V8's precise coverage of this process. */
export async function openTracer(folder: string) {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

  /** Clears the counters by reading them. */
  async function takeFiles(): Promise<Set<string>> {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const files = new Set<string>()
    for (const { url, functions } of result) {
      if (!url.startsWith('file://')) continue
      const file = fileURLToPath(url)
      if (!file.startsWith(folder)) continue
      if (functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)))
        files.add(file.slice(folder.length + 1))
    }
    return files
  }

  return {
    /** The files that ran in every repetition of `act` and not while the process was idle. */
    async trace(act: () => Promise<unknown>, repetitions = 5): Promise<string[]> {
      await takeFiles()
      await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
      const idle = await takeFiles()
      let common: Set<string> | undefined
      for (let at = 0; at < repetitions; at += 1) {
        await takeFiles()
        await act()
        const ran = await takeFiles()
        common = common ? new Set([...common].filter((file) => ran.has(file))) : ran
      }
      return [...(common ?? [])].filter((file) => !idle.has(file)).sort()
    },
    async close() {
      await session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}
