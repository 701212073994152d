import type { Page } from '@playwright/test'
import { expect, test } from '../harness/fixtures.ts'
import { cellAt, gridOf } from './grid-steps.ts'
import { openLiveRows } from './live-steps.ts'

const rowsTo = (count: number) => Array.from({ length: count }, (_, at) => ({ f0: `n${at + 1}` }))

const cellOf = (page: Page, text: string) =>
  gridOf(page, 'sheet').getByRole('gridcell', { name: text, exact: true })

/** How far down the window a cell is. */
const topOf = async (page: Page, text: string) => (await cellOf(page, text).boundingBox())?.y

// The second list is in view where one page of rows ends and the next begins.
for (const { count, by, row } of [
  { count: 60, by: 1_000, row: 40 },
  { count: 160, by: 3_200, row: 105 },
])
  test(`rows in view stay where they are while others add and delete rows above row ${row}`, async ({
    page,
    project,
    me,
  }) => {
    const seen = `n${row}`
    const other = await openLiveRows({ page, project, me }, rowsTo(count))
    await cellAt(page, 1, 'f0').hover()
    await page.mouse.wheel(0, by)
    await expect(cellOf(page, seen)).toBeInViewport()
    const top = await topOf(page, seen)

    await other.addMany(rowsTo(3).map(({ f0 }) => ({ f0: `new ${f0}` })))
    await expect(page.getByText(`${count + 3} rows`, { exact: true })).toBeVisible()
    await expect(cellAt(page, row + 3, 'f0')).toHaveText(seen)
    await expect.poll(() => topOf(page, seen)).toBe(top)

    for (const removed of [1, 2, 3, 4, 5]) await other.remove(removed)
    await expect(page.getByText(`${count - 2} rows`, { exact: true })).toBeVisible()
    await expect(cellAt(page, row - 2, 'f0')).toHaveText(seen)
    await expect.poll(() => topOf(page, seen)).toBe(top)

    // At the top, new rows are seen at once.
    await page.mouse.wheel(0, -5_000)
    await expect(cellAt(page, 1, 'f0')).toHaveText('new n3')
    await other.add({ f0: 'newest' })
    await expect(cellAt(page, 1, 'f0')).toHaveText('newest')
    await expect(cellOf(page, 'newest')).toBeInViewport()
  })
