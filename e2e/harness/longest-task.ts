import type { Page } from '@playwright/test'

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Wall-clock and thread time in microseconds. */
  dur?: number
  tdur?: number
  args?: { name?: string }
}

export interface LongestTask {
  /** Thread time, independent of other load on the machine. */
  workMs: number
  /** Wall-clock time. */
  ms: number
}

/** The longest main-thread task of a page during an action. */
export async function longestTask(page: Page, act: () => Promise<unknown>): Promise<LongestTask> {
  const browser = page.context().browser()
  // Traces only tasks, because more categories would slow them down.
  await browser?.startTracing(page, { categories: ['toplevel'] })
  await act()
  const trace = await browser?.stopTracing()
  const { traceEvents } = JSON.parse(`${trace}`) as { traceEvents: TraceEvent[] }
  const placeOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const pages = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(placeOf),
  )
  const tasks = traceEvents.filter(
    (event) => event.name === 'ThreadControllerImpl::RunTask' && pages.has(placeOf(event)),
  )
  if (tasks.length === 0) throw new Error('The trace holds no task of the page')
  const most = (part: 'dur' | 'tdur') =>
    Math.round(tasks.reduce((found, task) => Math.max(found, task[part] ?? 0), 0) / 1000)
  return { workMs: most('tdur'), ms: most('dur') }
}
