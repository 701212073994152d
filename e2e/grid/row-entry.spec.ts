import type { Page } from '@playwright/test'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { cellAt, giveRows, giveStoredTables, gridOf, openGrid, readRows } from './grid-steps.ts'
import { THINGS } from './grid-tables.ts'

test.use({ viewport: { width: 1280, height: 720 } })

/** Beside the button in a row number that opens the row. */
const EDGE = { x: 6, y: 6 }

const header = (page: Page, name: string) =>
  page.getByRole('columnheader', { name, exact: true }).locator('span').first()

test('enters rows with Tab alone, sorts by clicks on headers', async ({ page, project, me }) => {
  test.setTimeout(180_000)
  await giveStoredTables(me, project.id, THINGS)
  const target = { projectId: project.id, table: 'things' }
  const people = await giveRows(me, { ...target, table: 'people' }, [
    { name: 'Ada' },
    { name: 'Bob' },
  ])
  await giveRows(
    me,
    target,
    Array.from({ length: 30 }, (_, at) => ({ words: `w${at % 3}`, size: (at % 9) + 1 })),
  )
  await openGrid(page, project, 'things')
  const grid = gridOf(page, 'things')
  await expect(cellAt(page, 1, 'words')).toHaveText('w2')

  await test.step('a user who passes by with Tab is not caught', async () => {
    await grid.focus()
    await page.keyboard.press('Tab')
    await expect(grid).not.toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(grid).toBeFocused()
  })

  await test.step('a whole row without a mouse and without waiting', async () => {
    await page.keyboard.press('Control+Enter')
    await page.keyboard.type('first')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type('7')
    await page.keyboard.press('Tab')
    await page.keyboard.type('2026-02-05 10:30')
    await page.keyboard.press('Tab')
    await page.keyboard.press(' ')
    await page.keyboard.press('Tab')
    await page.keyboard.type('clo')
    await page.keyboard.press('Tab')
    await page.keyboard.type('bl')
    await page.keyboard.press('Enter')
    await page.keyboard.type('re')
    await page.keyboard.press('Tab')
    await page.keyboard.type('ada@example.com')
    await page.keyboard.press('Tab')
    // Passes four cells.
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab')
    // Tab before the search has answered waits for the row that it finds.
    await page.keyboard.type('Bob')
    await page.keyboard.press('Tab')
    await expect(grid).toBeFocused()
    await expect(grid).toHaveAttribute('aria-activedescendant', /-1-words$/)
    await page.keyboard.press('Shift+Tab')
    await expect(grid).toHaveAttribute('aria-activedescendant', /-0-owners$/)
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    // An arrow key ends what was typed over a value.
    await page.keyboard.type('again')
    await page.keyboard.press('ArrowRight')
    await expect(grid).toHaveAttribute('aria-activedescendant', /-0-rich$/)
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Changes saved')).toBeVisible()
    expect((await readRows(me, target))[0]).toMatchObject({
      words: 'again',
      size: 7,
      due: '2026-02-05T10:30:00.000Z',
      done: true,
      state: 'closed',
      tags: ['blue', 'red'],
      mail: 'ada@example.com',
      owners: [people[1]?.id],
    })
  })

  await test.step('Escape lets Tab leave the grid', async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await expect(grid).not.toBeFocused()
  })

  await test.step('a click on a row number does not scroll', async () => {
    const scroller = page.locator('[data-scroller]').first()
    const rows = page.locator('[data-row] [data-number]')
    const bottom = await scroller.evaluate((element) => element.getBoundingClientRect().bottom)
    const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()))
    // The last row that is in view at least in part.
    const last = boxes.filter((box) => box && box.y + 4 < bottom).at(-1)
    await page.mouse.click((last?.x ?? 0) + 8, (last?.y ?? 0) + 3)
    await expect(page.getByText('1 row selected')).toBeVisible()
    expect(await scroller.evaluate(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft])).toEqual(
      [0, 0],
    )
  })

  await test.step('headers sort', async () => {
    const sorted = (name: string) => page.getByRole('columnheader', { name, exact: true })
    await header(page, 'words').click()
    await expect(sorted('words')).toHaveAttribute('aria-sort', 'ascending')
    await expect(cellAt(page, 1, 'words')).toHaveText('again')
    await header(page, 'words').click()
    await expect(sorted('words')).toHaveAttribute('aria-sort', 'descending')
    await expect(cellAt(page, 1, 'words')).toHaveText('w2')
    await header(page, 'size').click({ modifiers: ['Shift'] })
    await expect(cellAt(page, 1, 'size')).toHaveText('3')
    await header(page, 'size').click({ modifiers: ['Shift'] })
    await expect(cellAt(page, 1, 'size')).toHaveText('9')
    await header(page, 'size').click()
    await expect(sorted('words')).not.toHaveAttribute('aria-sort')
    await expect(sorted('size')).toHaveAttribute('aria-sort', 'ascending')
  })

  await test.step('menus of cells, rows, headers and tables', async () => {
    const item = (name: string) => page.getByRole('menuitem', { name })
    await cellAt(page, 2, 'state').click({ button: 'right' })
    await expect(page.getByRole('menu', { name: 'Cell menu' })).toBeVisible()
    await expectClean(page)
    await item('Edit cell').click()
    await expect(page.getByRole('group', { name: 'state' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Shift+F10')
    await expect(item('Edit cell')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(grid).toBeFocused()

    const numbers = page.locator('[data-row] [data-number]')
    await numbers.nth(1).click({ position: EDGE })
    await numbers.nth(3).click({ position: EDGE, modifiers: ['Shift'] })
    await expect(page.getByText('3 rows selected')).toBeVisible()
    await numbers.nth(2).click({ button: 'right' })
    await item('Delete 3 rows').click()
    await expect(grid.locator('[data-state=deleted]')).toHaveCount(3)
    await expect(grid).toBeFocused()
    await page.keyboard.press('Control+z')

    await cellAt(page, 1, 'size').click({ button: 'right' })
    await item('Filter by this value').click()
    await expect(page.getByRole('button', { name: 'Edit filter: size = 1' })).toBeVisible()
    await page.getByRole('button', { name: 'Remove filter' }).click()

    await page.getByRole('columnheader', { name: 'words', exact: true }).click({ button: 'right' })
    await item('Hide').click()
    await expect(page.getByRole('columnheader', { name: 'words', exact: true })).toBeHidden()

    const listed = page.locator('[data-table] [data-stop]', { hasText: 'people' })
    await listed.focus()
    await page.keyboard.press('Shift+F10')
    await expect(item('Edit table')).toBeFocused()
    await item('Move up').click()
    await expect(page.locator('[data-table]').first()).toContainText('people')
    await listed.click({ button: 'right' })
    await item('Delete table').click()
    await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(listed).toBeFocused()
  })
})
