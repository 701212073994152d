import type { Page } from '@playwright/test'
import { deleteRow, updateRow } from '@plinth/contract'
import { openColumnMenu } from './data-steps.ts'
import { expect, test } from './fixtures.ts'
import {
  cellAt,
  giveRows,
  giveStoredTables,
  gridOf,
  openGrid,
  readRows,
  typeInto,
} from './grid-steps.ts'

const fields = Array.from({ length: 10 }, (_, at) => ({
  id: `f${at}`,
  name: `f${at}`,
  order: at,
  type: 'text' as const,
  options: at === 0 ? { isUnique: true } : {},
}))
const sheet = { id: 't1', name: 'sheet', columns: fields }

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

async function paste(page: Page, text: string) {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text)
  await page.keyboard.press('Control+v')
}

/** Selects a cell without leaving its editor open. */
async function select(page: Page, row: number, column: string) {
  await cellAt(page, row, column).click()
  await page.keyboard.press('Escape')
}

test('1,000 cells are pasted, undone, done again, saved and undone', async ({
  page,
  project,
  me,
}) => {
  test.setTimeout(180_000)
  const place = { projectId: project.id, table: 'sheet' }
  await giveStoredTables(me, project.id, [sheet])
  const made = await giveRows(
    me,
    place,
    Array.from({ length: 100 }, (_, at) => ({ f0: `r${at}`, f1: 'old' })),
  )
  await openGrid(page, project, 'sheet')
  await expect(page.getByText('100 rows', { exact: true })).toBeVisible()
  const text = Array.from({ length: 100 }, (_, row) =>
    Array.from({ length: 10 }, (_, col) => `${row}.${col}`).join('\t'),
  ).join('\r\n')

  await select(page, 1, 'f0')
  await paste(page, text)
  await expect(page.getByRole('button', { name: 'Save Changes (1000)' })).toBeVisible()
  await expect(page.getByText('1,000 cells selected')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('button', { name: /^Save Changes/ })).toBeHidden()
  await page.keyboard.press('Control+Shift+z')
  await page.getByRole('button', { name: 'Save Changes (1000)' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  expect((await readRows(me, place))[0]).toMatchObject({ f0: '0.0', f9: '0.9' })
  expect((await readRows(me, place))[99]).toMatchObject({ f0: '99.0', f9: '99.9' })
  await gridOf(page, 'sheet').focus()
  await page.keyboard.press('Control+z')
  const newest = made.at(-1)?.id ?? ''
  await me.client.call(updateRow, {
    params: { table: 'sheet', id: newest },
    query: { $projectId: project.id },
    body: { f5: 'theirs' },
  })
  await page.getByRole('button', { name: 'Save Changes (1000)' }).click()
  // One row that somebody else changed as well keeps waiting; the 99 others are written together.
  await expect(page.getByRole('button', { name: 'Save Changes (10)' })).toBeVisible()
  expect((await readRows(me, place)).slice(0, 2)).toMatchObject([
    { f0: '0.0', f1: '0.1', f5: 'theirs' },
    { f0: 'r98', f1: 'old', f9: null },
  ])
  await page.getByRole('button', { name: '1 cell needs attention' }).click()
  await expect(page.getByText('Changed by somebody else to ‘theirs’')).toBeVisible()
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByRole('button', { name: /^Save Changes/ })).toBeHidden()
  await expect(cellAt(page, 1, 'f5')).toHaveText('theirs')
})

test('keys, ranges, filling, adding, deleting, finding', async ({ page, project, me }) => {
  test.setTimeout(180_000)
  const place = { projectId: project.id, table: 'sheet' }
  await giveStoredTables(me, project.id, [sheet])
  await giveRows(me, place, [
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
    .poll(async () => (await readRows(me, place)).map(({ f0 }) => f0))
    .toEqual(['new', 'a', 'c'])

  await openColumnMenu(page, 'f0').then((menu) =>
    menu.getByRole('menuitem', { name: 'Move Right' }).click(),
  )
  await page.reload()
  await expect(grid).toBeVisible()
  await expect(page.getByRole('columnheader').nth(1)).toHaveText('f1')

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

test('what is refused says why; what somebody else changed is not overwritten', async ({
  page,
  project,
  me,
}) => {
  const place = { projectId: project.id, table: 'sheet' }
  await giveStoredTables(me, project.id, [sheet])
  const rows = await giveRows(me, place, [
    { f0: 'c', f1: 'x' },
    { f0: 'b', f1: 'y' },
  ])
  await openGrid(page, project, 'sheet')
  await expect(cellAt(page, 1, 'f0')).toHaveText('b')
  await typeInto(page, cellAt(page, 1, 'f0'), 'c')
  await typeInto(page, cellAt(page, 2, 'f2'), 'kept')
  await page.getByRole('button', { name: 'Save Changes (2)' }).click()
  await expect(page.getByText('Some cells were refused')).toBeVisible()
  await expect(cellAt(page, 1, 'f0')).toHaveAttribute('data-problem')
  await expect(page.getByRole('button', { name: 'Save Changes (1)' })).toBeVisible()
  await page.getByRole('button', { name: '1 cell needs attention' }).click()
  await expect(page.getByText('Is taken by another row')).toBeVisible()
  await page.screenshot({ path: 'test-results/grid-refused.png' })
  await page.getByRole('button', { name: 'Cancel Changes' }).click()

  const other = async (id: string | undefined, body: Record<string, unknown>) =>
    me.client.call(updateRow, {
      params: { table: 'sheet', id: id ?? '' },
      query: { $projectId: project.id },
      body,
    })
  await other(rows[1]?.id, { f3: 'beside' })
  await other(rows[0]?.id, { f1: 'theirs' })
  await typeInto(page, cellAt(page, 1, 'f1'), 'mine')
  await typeInto(page, cellAt(page, 2, 'f1'), 'mine')
  await page.getByRole('button', { name: 'Save Changes (2)' }).click()
  await expect(page.getByText('Somebody else changed the same rows')).toBeVisible()
  await expect(cellAt(page, 1, 'f1')).not.toHaveAttribute('data-pending')
  await expect(cellAt(page, 2, 'f1')).toHaveAttribute('data-clash')
  expect((await readRows(me, place)).map(({ f1 }) => f1)).toEqual(['mine', 'theirs'])
  await cellAt(page, 2, 'f1').click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Changed by somebody else to ‘theirs’')).toBeVisible()
  await page.screenshot({ path: 'test-results/grid-clash.png' })
  await page.getByRole('button', { name: 'Keep mine' }).click()
  const reread = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().includes('/data/sheet?'),
  )
  await page.getByRole('button', { name: 'Save Changes (1)' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await (await reread).finished()
  expect((await readRows(me, place)).map(({ f1, f3 }) => [f1, f3])).toEqual([
    ['mine', 'beside'],
    ['mine', null],
  ])

  await other(rows[1]?.id, { f3: 'again' })
  await select(page, 1, 'f2')
  await page.keyboard.press('Control+Delete')
  await page.getByRole('button', { name: 'Save Changes (1)' }).click()
  await page.getByRole('button', { name: '1 cell needs attention' }).click()
  await expect(page.getByText('Changed by somebody else to ‘again’')).toBeVisible()
  await page.screenshot({ path: 'test-results/grid-not-deleted.png' })
  await page.getByRole('button', { name: 'Keep the row' }).click()
  await expect(page.getByRole('button', { name: /^Save Changes/ })).toBeHidden()
  await expect(cellAt(page, 1, 'f3')).toHaveText('again')

  await me.client.call(deleteRow, {
    params: { table: 'sheet', id: rows[0]?.id ?? '' },
    query: { $projectId: project.id },
  })
  await typeInto(page, cellAt(page, 2, 'f4'), 'late')
  await page.getByRole('button', { name: 'Save Changes (1)' }).click()
  await expect(page.getByText('Somebody else deleted a row that you changed')).toBeVisible()
  await expect(cellAt(page, 1, 'f4')).toHaveText('late')
  await page.getByRole('button', { name: 'Save Changes (1)' }).click()
  await expect(page.getByRole('button', { name: /^Save Changes/ })).toBeHidden()
  expect(await readRows(me, place)).toMatchObject([
    { f0: 'c', f1: 'mine', f4: 'late' },
    { f0: 'b', f3: 'again' },
  ])
})
