import type { Page } from '@playwright/test'
import { updateRow } from '@plinth/contract'
import { expect, test } from '../harness/fixtures.ts'
import { openColumnMenu } from '../schema-editor/data-steps.ts'
import {
  cellAt,
  giveRows,
  giveStoredTables,
  gridOf,
  openGrid,
  readRows,
  selectCell,
} from './grid-steps.ts'
import { SHEET } from './grid-tables.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

async function paste(page: Page, text: string) {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text)
  await page.keyboard.press('Control+v')
}

/** Drags a column header before another; the button stays pressed. */
async function dragColumn(page: Page, name: string, before: string) {
  const head = (column: string) => page.getByRole('columnheader', { name: column, exact: true })
  const [from, to] = [await head(name).boundingBox(), await head(before).boundingBox()]
  await page.mouse.move((from?.x ?? 0) + 60, (from?.y ?? 0) + 12)
  await page.mouse.down()
  await page.mouse.move((to?.x ?? 0) + 20, (to?.y ?? 0) + 12, { steps: 4 })
}

test('pastes 1,000 cells, undoes, redoes, saves and undoes', async ({ page, project, me }) => {
  test.setTimeout(180_000)
  const target = { projectId: project.id, table: 'sheet' }
  await giveStoredTables(me, project.id, [SHEET])
  const made = await giveRows(
    me,
    target,
    Array.from({ length: 100 }, (_, at) => ({ f0: `r${at}`, f1: 'old' })),
  )
  await openGrid(page, project, 'sheet')
  await expect(page.getByText('100 rows', { exact: true })).toBeVisible()
  const text = Array.from({ length: 100 }, (_, row) =>
    Array.from({ length: 10 }, (_, col) => `${row}.${col}`).join('\t'),
  ).join('\r\n')

  await selectCell(page, 1, 'f0')
  await paste(page, text)
  await expect(page.getByRole('button', { name: 'Save Changes (1000)' })).toBeVisible()
  await expect(page.getByText('1,000 cells selected')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('button', { name: /^Save Changes/ })).toBeHidden()
  await page.keyboard.press('Control+Shift+z')
  await page.getByRole('button', { name: 'Save Changes (1000)' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  expect((await readRows(me, target))[0]).toMatchObject({ f0: '0.0', f9: '0.9' })
  expect((await readRows(me, target))[99]).toMatchObject({ f0: '99.0', f9: '99.9' })
  await gridOf(page, 'sheet').focus()
  await page.keyboard.press('Control+z')
  const newest = made.at(-1)?.id ?? ''
  await me.client.call(updateRow, {
    params: { table: 'sheet', id: newest },
    query: { $projectId: project.id },
    body: { f5: 'theirs' },
  })
  await page.getByRole('button', { name: 'Save Changes (1000)' }).click()
  // One row with a conflicting change stays unsaved; the other 99 are saved together.
  await expect(page.getByRole('button', { name: 'Save Changes (10)' })).toBeVisible()
  expect((await readRows(me, target)).slice(0, 2)).toMatchObject([
    { f0: '0.0', f1: '0.1', f5: 'theirs' },
    { f0: 'r98', f1: 'old', f9: null },
  ])
  await page.getByRole('button', { name: '1 cell needs attention' }).click()
  await expect(page.getByText('Changed by another user to ‘theirs’')).toBeVisible()
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(cellAt(page, 1, 'f5')).toHaveText('theirs')
  // The other cells of the row are not part of the decision.
  await page.getByRole('button', { name: 'Save Changes (9)' }).click()
  await expect(page.getByRole('button', { name: /^Save Changes/ })).toBeHidden()
  expect((await readRows(me, target))[0]).toMatchObject({ f0: 'r99', f1: 'old', f5: 'theirs' })
})

test('selects ranges by key, fills, adds, deletes and finds rows', async ({
  page,
  project,
  me,
}) => {
  test.setTimeout(180_000)
  const target = { projectId: project.id, table: 'sheet' }
  await giveStoredTables(me, project.id, [SHEET])
  await giveRows(me, target, [
    { f0: 'c', f1: 'x' },
    { f0: 'b', f1: 'y' },
    { f0: 'a', f1: 'x' },
  ])
  await openGrid(page, project, 'sheet')
  const grid = gridOf(page, 'sheet')
  const column = (name: string) => grid.locator(`[role=gridcell][id$="-${name}"]`).allInnerTexts()
  await expect.poll(() => column('f0')).toEqual(['a', 'b', 'c'])

  await grid.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('3 cells selected')).toBeVisible()
  await page.keyboard.press('Control+c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('x\ny\nx')
  await page.keyboard.press('Control+d')
  await expect.poll(() => column('f1')).toEqual(['x', 'x', 'x'])
  await page.keyboard.press('Delete')
  await expect.poll(() => column('f1')).toEqual(['', '', ''])
  await page.getByRole('button', { name: 'Cancel Changes' }).click()

  await openColumnMenu(page, 'f1').then((menu) =>
    menu.getByRole('menuitem', { name: 'Sort Descending', exact: true }).click(),
  )
  await openColumnMenu(page, 'f0').then((menu) =>
    menu.getByRole('menuitem', { name: 'Then Sort Descending' }).click(),
  )
  await expect.poll(() => column('f0')).toEqual(['b', 'c', 'a'])

  await page.getByRole('searchbox', { name: 'Search rows' }).fill('b')
  await expect.poll(() => column('f0')).toEqual(['b'])
  await page.getByRole('searchbox', { name: 'Search rows' }).fill('')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const filter = page.getByRole('textbox', { name: 'Filter rows' })
  // The editor loads lazily; until then a plain input has the focus.
  await expect(page.locator('.cm-content')).toBeFocused()
  await filter.pressSequentially('f')
  await expect(page.getByRole('option', { name: /^f1/ })).toBeVisible()
  await filter.fill('f1 = "x" && nope = 1')
  await expect(page.getByText('Column with name nope not found in table sheet')).toBeVisible()
  await filter.fill('f1 = "x"')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => column('f0')).toEqual(['c', 'a'])
  await filter.fill('f1 = "z"')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Show all rows' }).click()
  await expect.poll(() => column('f0')).toEqual(['b', 'c', 'a'])

  await page.getByRole('button', { name: 'Add Row' }).click()
  await page.keyboard.type('new')
  await page.keyboard.press('Enter')
  await expect(cellAt(page, 1, 'f0')).toHaveText('new')
  await cellAt(page, 2, 'f0').click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Delete')
  await expect(grid.locator('[data-row="1"]')).toHaveAttribute('data-state', 'deleted')
  await page.screenshot({ path: 'test-results/grid-pending.png' })
  await page.getByRole('button', { name: 'Save Changes (2)' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await expect
    .poll(async () => (await readRows(me, target)).map(({ f0 }) => f0))
    .toEqual(['new', 'a', 'c'])

  await openColumnMenu(page, 'f0').then((menu) =>
    menu.getByRole('menuitem', { name: 'Move Right' }).click(),
  )
  await expect(page.getByRole('columnheader').nth(1)).toHaveAccessibleName('f1')
  await page.reload()
  await expect(grid).toBeVisible()
  await expect(page.getByRole('columnheader').nth(1)).toHaveAccessibleName('f1')
  await dragColumn(page, 'f3', 'id')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(page.getByRole('columnheader').nth(0)).toHaveAccessibleName('id')
  await dragColumn(page, 'f3', 'f1')
  await page.screenshot({ path: 'test-results/grid-drag.png' })
  await page.mouse.up()
  await expect(page.getByRole('columnheader').nth(1)).toHaveAccessibleName('f3')

  await cellAt(page, 2, 'f2').click()
  await page.keyboard.press('Escape')
  await page.keyboard.press(' ')
  const panel = page.getByRole('complementary', { name: 'Row 2' })
  await panel.getByRole('button', { name: 'Edit f2' }).click()
  await page.keyboard.type('from the panel')
  await page.keyboard.press('Enter')
  await expect(cellAt(page, 2, 'f2')).toHaveText('from the panel')
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('Control+g')
  await page.getByRole('textbox', { name: 'Go to row' }).fill('3')
  await page.keyboard.press('Enter')
  await expect(grid).toHaveAttribute('aria-activedescendant', /-2-f2$/)
})
