import type { Page } from '@playwright/test'
import { expect, test } from '../harness/fixtures.ts'
import { cellAt, giveRows, giveStoredTables, gridOf, openGrid } from './grid-steps.ts'
import { SHEET } from './grid-tables.ts'

const topOf = (page: Page) =>
  page.locator('[data-scroller]').evaluate((scroller) => scroller.scrollTop)

const PRESSES = [
  { button: 'left', opened: (page: Page) => page.getByRole('textbox', { name: 'f1' }) },
  { button: 'right', opened: (page: Page) => page.getByRole('menu', { name: 'Cell menu' }) },
] as const

for (const { button, opened } of PRESSES) {
  test(`the first click with the ${button} button leaves the rows where they are`, async ({
    page,
    project,
    me,
  }) => {
    const rows = Array.from({ length: 60 }, (_, at) => ({ f0: `name ${at}` }))
    await giveStoredTables(me, project.id, [SHEET])
    await giveRows(me, { projectId: project.id, table: 'sheet' }, rows)
    await openGrid(page, project, 'sheet')
    await expect(cellAt(page, 1, 'f0')).toHaveText('name 59')
    await gridOf(page, 'sheet').hover({ position: { x: 300, y: 300 } })
    await page.mouse.wheel(0, 500)
    await expect.poll(() => topOf(page)).toBe(500)
    await expect(cellAt(page, 25, 'f0')).toHaveText('name 35')
    await cellAt(page, 25, 'f1').click({ button })
    await expect(opened(page)).toBeVisible()
    // The end of the wheel may still move the rows by a pixel.
    expect(Math.abs((await topOf(page)) - 500)).toBeLessThan(5)
  })
}
