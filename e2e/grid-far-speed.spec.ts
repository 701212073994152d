import type { Page } from '@playwright/test'
import { giveBigTable } from './big-table.ts'
import { openColumnMenu } from './data-steps.ts'
import { expect, test } from './fixtures.ts'
import { cellAt, gridOf, openGrid } from './grid-steps.ts'
import { takeLongTasks, watchLongTasks } from './long-tasks.ts'

const ROWS = 500_000

interface Step {
  /** What the server took for its slowest page, as the browser saw it. */
  server: number
  /** Until the cells were there. */
  shown: number
  longTask: number
}

/** Watches what pages of rows take. */
function watchPages(page: Page) {
  const times: number[] = []
  page.on('requestfinished', (request) => {
    if (request.method() !== 'GET' || !request.url().includes('/api/data/big?')) return
    const { requestStart, responseEnd } = request.timing()
    times.push(responseEnd - requestStart)
  })
  return times
}

test('500,000 rows are walked: far jumps, far scrolls, sorting', async ({ page, project, me }) => {
  test.setTimeout(600_000)
  await giveBigTable(me, project.id, { rows: ROWS, columns: 20 })
  const times = watchPages(page)
  const found: Record<string, Step> = {}
  const measure = async (name: string, act: () => Promise<unknown>) => {
    times.length = 0
    await page.evaluate(takeLongTasks)
    const from = performance.now()
    await act()
    const shown = Math.round(performance.now() - from)
    const longTask = Math.round(Math.max(0, ...(await page.evaluate(takeLongTasks))))
    found[name] = { server: Math.round(Math.max(0, ...times)), shown, longTask }
  }
  const jump = async (row: number, text: string) => {
    await page.keyboard.press('Control+g')
    await page.keyboard.type(`${row}`)
    await page.keyboard.press('Enter')
    await expect(cellAt(page, row, 'c0')).toHaveText(text, { timeout: 30_000 })
  }
  const sort = async (column: string, entry: string, first: string) => {
    const menu = await openColumnMenu(page, column)
    await menu.getByRole('menuitem', { name: entry, exact: true }).click()
    await expect(cellAt(page, 1, 'c0')).toHaveText(first, { timeout: 30_000 })
    await gridOf(page, 'big').focus()
  }

  const from = performance.now()
  await openGrid(page, project, 'big')
  await expect(page.getByText('500,000 rows')).toBeVisible()
  await expect(cellAt(page, 1, 'c0')).toHaveText('c0 of 1')
  const opened = Math.round(performance.now() - from)
  await page.evaluate(watchLongTasks)
  await gridOf(page, 'big').focus()

  await measure('jump to row 250,000', () => jump(250_000, 'c0 of 250000'))
  await measure('jump to the last row', () => jump(ROWS, `c0 of ${ROWS}`))
  await measure('scroll to the middle', async () => {
    await page.evaluate(() => {
      const scroller = document.querySelector('[data-scroller]')
      scroller?.scrollTo(0, scroller.scrollHeight * 0.6)
    })
    await expect(page.locator('[data-row] [id$="-c0"]').first()).toHaveText(/^c0 of \d{6}$/)
  })
  await measure('fling through the rows', async () => {
    const box = await gridOf(page, 'big').boundingBox()
    await page.mouse.move((box?.x ?? 0) + 300, 400)
    for (let step = 0; step < 40; step += 1) await page.mouse.wheel(0, -60_000)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(page.locator('[data-row] [id$="-c0"]').first()).toHaveText(/^c0 of \d+$/)
  })
  await jump(1, 'c0 of 1')
  await measure('sort by a number', () => sort('c3', 'Sort Descending', `c0 of ${ROWS}`))
  await measure('jump to row 250,000 of it', () => jump(250_000, 'c0 of 250001'))
  await jump(1, `c0 of ${ROWS}`)
  await measure('sort by a text', () => sort('c1', 'Sort Ascending', 'c0 of 1'))
  await measure('jump to row 3 of it', () => jump(3, 'c0 of 100'))

  const words = Object.entries(found).map(
    ([name, { server, shown, longTask }]) =>
      `  ${name}: server ${server} ms, shown after ${shown} ms, longest task ${longTask} ms`,
  )
  words.unshift(`  opened after ${opened} ms`)
  console.log(words.join('\n'))
  test.info().annotations.push({ type: 'times', description: words.join('\n') })
  expect(Object.values(found).filter(({ server }) => server > 2_000)).toEqual([])
})
