import type { Page } from '@playwright/test'
import { expect, test } from '../harness/fixtures.ts'
import { readLongTasks, watchLongTasks } from '../harness/long-tasks.ts'
import { longestTask } from '../harness/longest-task.ts'
import { writeFigures } from '../harness/write-figures.ts'
import { openColumnMenu } from '../schema-editor/data-steps.ts'
import { giveBigTable } from './big-table.ts'
import { cellAt, gridOf, openGrid } from './grid-steps.ts'

const ROWS = 500_000
const LAST = 'c0 of 500000'
const MAX_TASK_MS = 50
const MAX_PAGE_MS = 2_000
const ROUNDS = 3
const WAIT = { timeout: 30_000 }

interface Step {
  /** Duration of the slowest page request, as seen by the browser. */
  pageMs: number
  /** Time until the cells are visible. */
  shownMs: number
  longestTaskMs: number
}

/** Records the duration of page requests. */
function watchPages(page: Page) {
  const times: number[] = []
  page.on('requestfinished', (request) => {
    if (request.method() !== 'GET' || !request.url().includes('/api/data/big?')) return
    const { requestStart, responseEnd } = request.timing()
    times.push(responseEnd - requestStart)
  })
  return times
}

/** Measures an action; takes the best of several rounds, because other processes share the machine. */
function stopwatch(page: Page) {
  const times = watchPages(page)
  const found: Record<string, Step> = {}
  const measure = async (name: string, act: () => Promise<unknown>) => {
    times.length = 0
    await page.evaluate(readLongTasks)
    const from = performance.now()
    await act()
    const now: Step = {
      pageMs: Math.round(Math.max(0, ...times)),
      shownMs: Math.round(performance.now() - from),
      longestTaskMs: Math.round(Math.max(0, ...(await page.evaluate(readLongTasks)))),
    }
    const best = found[name] ?? now
    found[name] = {
      pageMs: Math.min(best.pageMs, now.pageMs),
      shownMs: Math.min(best.shownMs, now.shownMs),
      longestTaskMs: Math.min(best.longestTaskMs, now.longestTaskMs),
    }
  }
  return { found, measure }
}

async function jump(page: Page, row: number, text: string) {
  await page.keyboard.press('Control+g')
  await page.keyboard.type(`${row}`)
  await page.keyboard.press('Enter')
  await expect(cellAt(page, row, 'c0')).toHaveText(text, WAIT)
}

async function sort(
  page: Page,
  column: string,
  { entry, first }: { entry: string; first: string },
) {
  const menu = await openColumnMenu(page, column)
  await menu.getByRole('menuitem', { name: entry, exact: true }).click()
  await expect(cellAt(page, 1, 'c0')).toHaveText(first, WAIT)
  await gridOf(page, 'big').focus()
}

async function scrollTo(page: Page, part: number) {
  await page.evaluate((to) => {
    const scroller = document.querySelector('[data-scroller]')
    scroller?.scrollTo(0, scroller.scrollHeight * to)
  }, part)
  const first = `c0 of ${Math.round(ROWS * part)}`.slice(0, -4)
  await expect(page.locator('[data-row] [id$="-c0"]', { hasText: first }).first()).toBeVisible(WAIT)
}

async function fling(page: Page, by: number) {
  const box = await gridOf(page, 'big').boundingBox()
  await page.mouse.move((box?.x ?? 0) + 300, 400)
  for (let step = 0; step < 40; step += 1) await page.mouse.wheel(0, by)
  await expect(page.locator('[data-row] [id$="-c0"]').first()).toHaveText(/^c0 of \d+$/, WAIT)
}

/** Scrolls with the mouse wheel over short and long distances. */
async function scroll(page: Page) {
  for (let step = 0; step < 20; step += 1) {
    await page.mouse.wheel(0, step % 5 === 4 ? -400_000 : 1700)
    await page.waitForTimeout(120)
  }
}

test('500,000 rows: long jumps, long scrolls, sorting', async ({ page, project, me }) => {
  test.setTimeout(900_000)
  await giveBigTable(me, project.id, { rows: ROWS, columns: 20 })
  const { found, measure } = stopwatch(page)
  const from = performance.now()
  await openGrid(page, project, 'big')
  await expect(page.getByText('500,000 rows')).toBeVisible(WAIT)
  await expect(cellAt(page, 1, 'c0')).toHaveText('c0 of 1')
  const opened = Math.round(performance.now() - from)
  await page.evaluate(watchLongTasks)
  await gridOf(page, 'big').focus()

  await measure('jump to row 250,000', () => jump(page, 250_000, 'c0 of 250000'))
  await measure('jump to the last row', () => jump(page, ROWS, LAST))
  for (let round = 0; round < ROUNDS; round += 1) {
    await measure('scroll to the middle', () => scrollTo(page, 0.6 - round / 10))
    await measure('fling through the rows', () => fling(page, round % 2 ? 60_000 : -60_000))
  }
  const scrolling = await longestTask(page, () => scroll(page))
  await jump(page, 1, 'c0 of 1')
  const byNumber = { entry: 'Sort Descending', first: LAST }
  await measure('sort by a number', () => sort(page, 'c3', byNumber))
  await measure('jump to row 250,000 of it', () => jump(page, 250_000, 'c0 of 250001'))
  await jump(page, 1, LAST)
  const byText = { entry: 'Sort Ascending', first: 'c0 of 1' }
  await measure('sort by a text', () => sort(page, 'c1', byText))
  await measure('jump to row 3 of it', () => jump(page, 3, 'c0 of 100'))

  const steps = Object.fromEntries(Object.entries(found).map(([name, step]) => [name, { ...step }]))
  writeFigures({
    rows: ROWS,
    columns: 20,
    openedMs: opened,
    'longest task while scrolling': { ...scrolling },
    ...steps,
  })
  const slow = Object.entries(found).filter(([, { pageMs }]) => pageMs > MAX_PAGE_MS)
  expect(slow, 'pages that took too long').toEqual([])
  // Wall-clock time includes waiting on a busy machine, so measure the page's processor time.
  expect(scrolling.workMs, 'the longest task while scrolling').toBeLessThanOrEqual(MAX_TASK_MS)
})
