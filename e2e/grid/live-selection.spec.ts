import { expect, test } from '../harness/fixtures.ts'
import { cellAt, gridOf, selectCell, typeInto } from './grid-steps.ts'
import { openLiveRows, openTheirGrid, saveButton } from './live-steps.ts'

const rowsNamed = (names: string) => [...names].map((f0) => ({ f0, f1: 'x' }))

test('the selection stays with its row while others add, delete and move rows', async ({
  page,
  project,
  me,
  browser,
  platform,
}) => {
  const other = await openLiveRows({ page, project, me }, rowsNamed('cdef'))
  const theirs = await openTheirGrid({ browser, platform }, project)
  await selectCell(page, 3, 'f1')
  await theirs.getByRole('button', { name: 'Add Row' }).click()
  await typeInto(theirs, cellAt(theirs, 1, 'f0'), 'n')
  await saveButton(theirs, 1).click()
  await expect(cellAt(page, 1, 'f0')).toHaveText('n')
  await expect(cellAt(page, 4, 'f1')).toHaveAttribute('aria-selected', 'true')
  await other.remove(1)
  await expect(cellAt(page, 2, 'f0')).toHaveText('d')
  await expect(cellAt(page, 3, 'f1')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type('typed')
  await page.keyboard.press('Enter')
  await expect(cellAt(page, 3, 'f0')).toHaveText('e')
  await expect(cellAt(page, 3, 'f1')).toHaveText('typed')

  // In a sorted view a change moves the row itself.
  await page.getByRole('columnheader', { name: 'f0' }).click()
  await expect(page.getByRole('columnheader', { name: 'f0' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(cellAt(page, 1, 'f0')).toHaveText('d')
  await selectCell(page, 1, 'f2')
  await typeInto(theirs, cellAt(theirs, 2, 'f0'), 'z')
  await saveButton(theirs, 1).click()
  await expect(cellAt(page, 4, 'f0')).toHaveText('z')
  await expect(cellAt(page, 4, 'f2')).toHaveAttribute('aria-selected', 'true')
  await theirs.context().close()
})

test('the selection follows its row over hundreds of new rows', async ({ page, project, me }) => {
  const other = await openLiveRows({ page, project, me }, rowsNamed('abc'))
  await selectCell(page, 2, 'f1')
  await page.keyboard.press('Shift+ArrowRight')
  await other.addMany(Array.from({ length: 260 }, (_, at) => ({ f0: `n${at}` })))
  await expect(page.getByText('263 rows', { exact: true })).toBeVisible()
  // Nothing is selected until the page of its row was loaded.
  await expect(page.getByText('2 cells selected')).toBeVisible()
  await page.keyboard.type('typed')
  await page.keyboard.press('Enter')
  await expect(cellAt(page, 262, 'f0')).toHaveText('b')
  await expect(cellAt(page, 262, 'f2')).toHaveText('typed')
})

test('keys do nothing once another user has deleted the selected row', async ({
  page,
  project,
  me,
}) => {
  const other = await openLiveRows({ page, project, me }, rowsNamed('abc'))
  await selectCell(page, 2, 'f1')
  await other.remove(2)
  await expect(cellAt(page, 2, 'f0')).toHaveText('c')
  await expect(gridOf(page, 'sheet').locator('[role=gridcell][aria-selected=true]')).toHaveCount(0)
  await expect(gridOf(page, 'sheet')).toBeFocused()
  for (const key of ['x', 'Delete', 'Control+Delete', 'Control+d', 'Enter', 'Space'])
    await page.keyboard.press(key)
  await expect(page.getByRole('textbox', { name: 'f1' })).toBeHidden()
  await expect(page.getByText('unsaved')).toBeHidden()
  await page.keyboard.press('ArrowUp')
  await expect(cellAt(page, 1, 'f1')).toHaveAttribute('aria-selected', 'true')
})

test('a range shrinks to its last cell once another row is inside it', async ({
  page,
  project,
  me,
}) => {
  const other = await openLiveRows({ page, project, me }, rowsNamed('adf'))
  await page.getByRole('columnheader', { name: 'f0' }).click()
  await expect(page.getByRole('columnheader', { name: 'f0' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await selectCell(page, 1, 'f1')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('2 cells selected')).toBeVisible()
  await other.add({ f0: '0' })
  await expect(cellAt(page, 1, 'f0')).toHaveText('0')
  await expect(page.getByText('2 cells selected')).toBeVisible()
  await expect(cellAt(page, 2, 'f1')).toHaveAttribute('aria-selected', 'true')
  await other.add({ f0: 'b' })
  await expect(cellAt(page, 3, 'f0')).toHaveText('b')
  await expect(page.getByText('2 cells selected')).toBeHidden()
  await expect(cellAt(page, 4, 'f1')).toHaveAttribute('aria-selected', 'true')
  await expect(cellAt(page, 2, 'f1')).toHaveAttribute('aria-selected', 'false')
})

test('an open menu deletes the rows that were selected', async ({ page, project, me }) => {
  const other = await openLiveRows({ page, project, me }, rowsNamed('abcd'))
  await selectCell(page, 2, 'f1')
  await page.keyboard.press('Shift+ArrowDown')
  await cellAt(page, 3, 'f1').click({ button: 'right' })
  const item = page.getByRole('menuitem', { name: 'Delete 2 rows' })
  await expect(item).toBeVisible()
  await other.add({ f0: 'n' })
  await expect(cellAt(page, 1, 'f0')).toHaveText('n')
  await item.click()
  await saveButton(page, 2).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  expect((await other.read()).map(({ f0 }) => f0)).toEqual(['n', 'a', 'd'])
})
