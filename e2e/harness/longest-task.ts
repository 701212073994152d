import type { Page } from '@playwright/test'

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** How long it took, and how much of that the thread was at work, in millionths of a second. */
  dur?: number
  tdur?: number
  args?: { name?: string }
}

export interface LongestTask {
  /** What the page's thread worked for it: the machine may be at other things meanwhile. */
  workMs: number
  /** From its beginning to its end. */
  ms: number
}

/** The longest tasks of a page's own thread while something is done. */
export async function longestTask(page: Page, act: () => Promise<unknown>): Promise<LongestTask> {
  const browser = page.context().browser()
  // Nothing but the tasks themselves: noting more makes them longer.
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
