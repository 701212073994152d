import type { Page } from '@playwright/test'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { cellAt, gridOf, selectCell, typeInto } from './grid-steps.ts'
import { filterBy, openLiveRows, saveButton } from './live-steps.ts'

const attention = (page: Page, text: string) => page.getByRole('button', { name: text })

test('each cell of a clash is decided by itself', async ({ page, project, me }) => {
  const other = await openLiveRows({ page, project, me }, [{ f0: 'a', f1: 'x', f2: 'y', f3: 'z' }])
  for (const column of ['f1', 'f2', 'f3']) await typeInto(page, cellAt(page, 1, column), 'mine')
  await other.change(1, { f1: 'theirs', f2: '999' })
  await expect(attention(page, '2 cells need attention')).toBeVisible()
  await selectCell(page, 1, 'f1')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect(attention(page, '1 cell needs attention')).toBeVisible()
  await expect(cellAt(page, 1, 'f2')).toHaveAttribute('data-clash')

  // A save overwrites nothing while a cell is undecided, not even after a reload.
  await saveButton(page, 3).click()
  await expect(page.getByText('Nothing saved, 3 in conflict')).toBeVisible()
  expect(await other.read()).toMatchObject([{ f1: 'theirs', f2: '999', f3: 'z' }])
  await page.reload()
  await expect(attention(page, '1 cell needs attention')).toBeVisible()
  await expect(cellAt(page, 1, 'f1')).not.toHaveAttribute('data-clash')

  await attention(page, '1 cell needs attention').click()
  await expect(page.getByText('Changed by another user to ‘999’')).toBeVisible()
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(cellAt(page, 1, 'f2')).toHaveText('999')
  await expect(cellAt(page, 1, 'f3')).toHaveText('mine')
  await saveButton(page, 2).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  expect(await other.read()).toMatchObject([{ f1: 'mine', f2: '999', f3: 'mine' }])
})

test('the other cells of a clashing row follow the other user', async ({ page, project, me }) => {
  const other = await openLiveRows({ page, project, me }, [{ f0: 'a', f1: 'x', f2: '30' }])
  await typeInto(page, cellAt(page, 1, 'f1'), 'mine')
  await other.change(1, { f1: 'theirs' })
  await expect(cellAt(page, 1, 'f1')).toHaveAttribute('data-clash')
  await other.change(1, { f2: '3333' })
  await expect(cellAt(page, 1, 'f2')).toHaveText('3333')
  await expect(cellAt(page, 1, 'f1')).toHaveText('mine')
  await expect(cellAt(page, 1, 'f1')).toHaveAttribute('data-clash')
})

test('edits of a deleted row are a new row at once, also those being typed', async ({
  page,
  project,
  me,
}) => {
  const rows = ['a', 'b', 'c', 'd'].map((f0) => ({ f0, f1: 'x' }))
  const other = await openLiveRows({ page, project, me }, rows)
  const deleted = page.getByText('Another user deleted a row that you changed')
  await typeInto(page, cellAt(page, 2, 'f2'), 'mine')
  await other.remove(2)
  await expect(deleted).toBeVisible()
  await expect(cellAt(page, 1, 'f0')).toHaveText('b')
  await expect(cellAt(page, 1, 'f2')).toHaveText('mine')
  await expect(cellAt(page, 3, 'f0')).toHaveText('c')
  await expect(deleted).toBeHidden()

  await cellAt(page, 3, 'f2').click()
  await page.keyboard.type('typed')
  await other.remove(3)
  await other.change(1, { f3: 'later' })
  await expect(cellAt(page, 2, 'f3')).toHaveText('later')
  await expect(page.getByRole('textbox', { name: 'f2', exact: true })).toHaveValue('typed')
  await expect(page.getByText('Another user deleted this row')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(deleted).toBeVisible()
  await expect(cellAt(page, 2, 'f0')).toHaveText('c')
  await expect(cellAt(page, 2, 'f2')).toHaveText('typed')
  await saveButton(page, 2).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  const stored = (await other.read()).map(({ f0, f2 }) => [f0, f2])
  expect(stored.toSorted()).toEqual([
    ['a', null],
    ['b', 'mine'],
    ['c', 'typed'],
    ['d', null],
  ])
})

test('edits of a row that leaves the filter are named and can be shown', async ({
  page,
  project,
  me,
}) => {
  const rows = ['a', 'b', 'c'].map((f0) => ({ f0, f1: 'open' }))
  const other = await openLiveRows({ page, project, me }, rows)
  await filterBy(page, 'f1 = "open"')
  await typeInto(page, cellAt(page, 2, 'f2'), 'mine')
  await other.change(2, { f1: 'done' })
  const notice = page.getByText('1 unsaved edit in a row that is not shown')
  await expect(notice).toBeVisible()
  await expect(cellAt(page, 2, 'f0')).toHaveText('c')
  await page.screenshot({ path: 'test-results/live-left.png' })
  await page.getByRole('button', { name: 'Show row' }).click()
  await expect(cellAt(page, 1, 'f0')).toHaveText('b')
  await expect(cellAt(page, 1, 'f1')).toHaveText('done')
  await expect(cellAt(page, 1, 'f2')).toHaveText('mine')
  await expect(notice).toBeHidden()
  await saveButton(page, 1).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  expect((await other.read())[1]).toMatchObject({ f0: 'b', f1: 'done', f2: 'mine' })
})

test('a change of the edited cell is said while one types, and announced after it', async ({
  page,
  project,
  me,
}) => {
  const other = await openLiveRows({ page, project, me }, [{ f0: 'a', f1: 'x', f2: 'y' }])
  const said = (text: string) => page.getByRole('status').filter({ hasText: text })
  await cellAt(page, 1, 'f1').click()
  await page.keyboard.type('mine')
  await other.change(1, { f1: 'theirs' })
  await expect(said('Changed by another user to ‘theirs’')).toBeVisible()
  await page.screenshot({ path: 'test-results/live-hint.png' })
  await expectClean(page)
  await page.keyboard.press('Enter')
  await expect(said('1 cell needs attention')).toHaveCount(1)
  await selectCell(page, 1, 'f1')
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(said('1 cell needs attention')).toHaveCount(0)
})

test('a clash is decided by keyboard in the menu of its cell', async ({ page, project, me }) => {
  const rows = ['a', 'b', 'c'].map((f0) => ({ f0, f1: 'x' }))
  const other = await openLiveRows({ page, project, me }, rows)
  for (const row of [1, 2]) await typeInto(page, cellAt(page, row, 'f1'), `mine ${row}`)
  for (const row of [1, 2]) await other.change(row, { f1: `theirs ${row}` })
  await expect(attention(page, '2 cells need attention')).toBeVisible()
  await expect(cellAt(page, 1, 'f1')).toHaveAttribute('aria-invalid', 'true')
  await expect(cellAt(page, 1, 'f2')).not.toHaveAttribute('aria-invalid')
  const returned = () => expect(gridOf(page, 'sheet')).toBeFocused()
  const choose = async (name: string) => {
    await page.keyboard.press('Shift+F10')
    const item = page.getByRole('menuitem', { name })
    await expect(item).toBeVisible()
    const isThere = () => item.evaluate((element) => element === document.activeElement)
    for (let step = 0; step < 9 && !(await isThere()); step += 1)
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await returned()
  }
  await selectCell(page, 1, 'f1')
  await choose('Take theirs')
  await expect(cellAt(page, 1, 'f1')).toHaveText('theirs 1')
  await page.keyboard.press('ArrowDown')
  await choose('Keep mine')
  await expect(cellAt(page, 2, 'f1')).toHaveText('mine 2')
  await expect(page.getByText(/needs? attention/)).toHaveCount(0)
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Edit cell' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Keep mine' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await returned()

  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+Delete')
  await expect(saveButton(page, 2)).toBeVisible()
  await other.change(3, { f1: 'theirs 3' })
  await expect(attention(page, '1 cell needs attention')).toBeVisible()
  await choose('Keep the row')
  await expect(cellAt(page, 3, 'f1')).toHaveText('theirs 3')
  await saveButton(page, 1).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  expect((await other.read()).map(({ f1 }) => f1)).toEqual(['theirs 1', 'mine 2', 'theirs 3'])
})
