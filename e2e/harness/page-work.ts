import type { CDPSession, Page } from '@playwright/test'

async function readWork(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

async function settle(page: Page) {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0)))),
  )
}

/** Main-thread processor time of an action until it is painted, independent of other load. */
export async function watchWork(
  page: Page,
): Promise<(act: () => Promise<unknown>) => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async (act) => {
    await settle(page)
    const before = await readWork(session)
    await act()
    await settle(page)
    return (await readWork(session)) - before
  }
}
