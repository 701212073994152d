import type { Page } from '@playwright/test'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { cellAt, gridOf, selectCell, typeInto } from './grid-steps.ts'
import { filterBy, openLiveRows, openTheirGrid, panelOf, saveButton } from './live-steps.ts'

const rowsNamed = (names: string) => [...names].map((f0) => ({ f0, f1: 'open', f2: 'y' }))
const field = (page: Page, name: string) =>
  panelOf(page).getByRole('button', { name: `Edit ${name}` })
const editor = (page: Page, name: string) =>
  panelOf(page).getByRole('textbox', { name, exact: true })

/** Opens the panel of a row by keyboard. */
async function openPanel(page: Page, row: number) {
  await selectCell(page, row, 'f1')
  await gridOf(page, 'sheet').focus()
  await page.keyboard.press('Space')
  await expect(panelOf(page)).toHaveAccessibleName(`Row ${row}`)
}

test('the panel stays with its row while others add, delete and move rows', async ({
  page,
  project,
  me,
  browser,
  platform,
}) => {
  const other = await openLiveRows({ page, project, me }, rowsNamed('cdef'))
  const theirs = await openTheirGrid({ browser, platform }, project)
  await openPanel(page, 2)
  await expect(field(page, 'f0')).toContainText('d')
  await theirs.getByRole('button', { name: 'Add Row' }).click()
  await typeInto(theirs, cellAt(theirs, 1, 'f0'), 'n')
  await saveButton(theirs, 1).click()
  await expect(panelOf(page)).toHaveAccessibleName('Row 3')
  await expect(field(page, 'f0')).toContainText('d')
  await other.remove(1)
  await expect(panelOf(page)).toHaveAccessibleName('Row 2')
  await page.getByRole('columnheader', { name: 'f0' }).click()
  await expect(panelOf(page)).toHaveAccessibleName('Row 1')
  await typeInto(theirs, cellAt(theirs, 2, 'f0'), 'm')
  await saveButton(theirs, 1).click()
  await expect(panelOf(page)).toHaveAccessibleName('Row 3')
  await expect(field(page, 'f0')).toContainText('m')
  await page.getByRole('button', { name: 'Next row' }).click()
  await expect(field(page, 'f0')).toContainText('n')
  await theirs.context().close()
})

test('an open field waits with changes of others, says them, and ends in a clash', async ({
  page,
  project,
  me,
}) => {
  const other = await openLiveRows({ page, project, me }, rowsNamed('abc'))
  await openPanel(page, 2)
  await field(page, 'f1').click()
  await editor(page, 'f1').fill('typed')
  await other.add({ f0: 'n' })
  await other.change(2, { f1: 'theirs', f2: 'newer' })
  const hint = panelOf(page).getByRole('status').filter({ hasText: 'Changed by another user to' })
  await expect(hint).toHaveText('Changed by another user to ‘theirs’')
  await expect(editor(page, 'f1')).toHaveValue('typed')
  await expect(field(page, 'f2')).toContainText('y')
  await page.screenshot({ path: 'test-results/live-panel-hint.png' })
  await expectClean(page)
  await page.keyboard.press('Enter')
  await expect(panelOf(page)).toHaveAccessibleName('Row 3')
  await expect(field(page, 'f1')).toContainText('typed')
  await expect(field(page, 'f2')).toContainText('newer')

  const clash = panelOf(page).getByRole('group', { name: 'Conflict in f1' })
  await expect(clash).toContainText('Changed by another user to ‘theirs’')
  await expect(field(page, 'f1')).toBeFocused()
  await expect(field(page, 'f1')).toHaveAccessibleDescription(/theirs/)
  await page.screenshot({ path: 'test-results/live-panel-clash.png' })
  await expectClean(page)
  await page.keyboard.press('Tab')
  await expect(clash.getByRole('button', { name: 'Keep mine' })).toBeFocused()
  await expect(clash.getByRole('button', { name: 'Keep mine' })).toHaveAccessibleDescription(
    /theirs/,
  )
  await page.keyboard.press('Enter')
  await expect(clash).toBeHidden()
  await expect(field(page, 'f1')).toBeFocused()
  await saveButton(page, 1).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  expect((await other.read())[2]).toMatchObject({ f0: 'b', f1: 'typed', f2: 'newer' })
})

test('fields that others change are marked, and a deleted row is decided as a whole', async ({
  page,
  project,
  me,
}) => {
  const other = await openLiveRows({ page, project, me }, rowsNamed('abc'))
  await openPanel(page, 2)
  await other.change(2, { f2: 'newer' })
  await expect(field(page, 'f2')).toHaveAttribute('data-flash')
  await expect(field(page, 'f1')).not.toHaveAttribute('data-flash')
  await page.screenshot({ path: 'test-results/live-panel-flash.png' })
  await expect(field(page, 'f2')).not.toHaveAttribute('data-flash')

  await panelOf(page).getByRole('button', { name: 'Delete row' }).click()
  await other.change(2, { f2: 'newest' })
  const clash = panelOf(page).getByRole('group', { name: 'Conflict in Row 2' })
  await expect(clash).toContainText('Another user changed this row')
  await clash.getByRole('button', { name: 'Keep the row' }).click()
  await expect(clash).toBeHidden()
  await expect(field(page, 'f2')).toContainText('newest')
  await expect(page.getByText('unsaved')).toBeHidden()
})

test('says that its row was deleted instead of showing another one', async ({
  page,
  project,
  me,
}) => {
  const other = await openLiveRows({ page, project, me }, rowsNamed('abc'))
  await openPanel(page, 2)
  await other.remove(2)
  await expect(panelOf(page)).toContainText('This row was deleted')
  await expect(panelOf(page)).toHaveAccessibleName('Row')
  await expect(field(page, 'f0')).toBeHidden()
  await expect(panelOf(page).getByRole('button', { name: 'Next row' })).toBeDisabled()
  await page.screenshot({ path: 'test-results/live-panel-deleted.png' })
  await expectClean(page)
  await panelOf(page).getByRole('button', { name: 'Close row' }).click()
  await expect(panelOf(page)).toBeHidden()
  await expect(gridOf(page, 'sheet')).toBeFocused()
})

test('keeps what was typed into a row that another user deletes', async ({ page, project, me }) => {
  const other = await openLiveRows({ page, project, me }, rowsNamed('abc'))
  await openPanel(page, 2)
  await field(page, 'f1').click()
  await editor(page, 'f1').fill('typed')
  await other.remove(2)
  await expect(panelOf(page)).toContainText('Another user deleted this row')
  await expect(editor(page, 'f1')).toHaveValue('typed')
  await page.keyboard.press('Enter')
  await expect(panelOf(page)).toContainText('Your version is at the top as a new row')
  await expect(panelOf(page)).toHaveAccessibleName('Row 1')
  await expect(field(page, 'f0')).toContainText('b')
  await expect(field(page, 'f1')).toContainText('typed')
  await page.screenshot({ path: 'test-results/live-panel-readded.png' })
  await saveButton(page, 1).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await expect(panelOf(page)).not.toContainText('This row was deleted')
  await expect(field(page, 'f1')).toContainText('typed')
  expect((await other.read()).map(({ f0 }) => f0)).toEqual(['b', 'a', 'c'])
})

test('says that its row left the filter, keeps its edits, and shows it', async ({
  page,
  project,
  me,
}) => {
  const other = await openLiveRows({ page, project, me }, rowsNamed('abc'))
  await filterBy(page, 'f1 = "open"')
  await openPanel(page, 2)
  await field(page, 'f2').click()
  await editor(page, 'f2').fill('typed')
  await other.change(2, { f1: 'done' })
  await expect(panelOf(page)).toContainText('This row is no longer in the list')
  await page.keyboard.press('Enter')
  await expect(panelOf(page)).toContainText('It no longer matches the search or the filter')
  await expect(field(page, 'f0')).toContainText('b')
  await expect(field(page, 'f1')).toContainText('done')
  await expect(field(page, 'f2')).toContainText('typed')
  await expect(cellAt(page, 2, 'f0')).toHaveText('c')
  await page.screenshot({ path: 'test-results/live-panel-left.png' })
  await expectClean(page)
  await panelOf(page).getByRole('button', { name: 'Show row' }).click()
  await expect(panelOf(page)).toHaveAccessibleName('Row 1')
  await expect(panelOf(page)).not.toContainText('no longer')
  await saveButton(page, 1).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  expect((await other.read())[1]).toMatchObject({ f0: 'b', f1: 'done', f2: 'typed' })
})

test('says that its row moved out of reach, and shows it', async ({ page, project, me }) => {
  const rows = Array.from({ length: 160 }, (_, at) => ({ f0: `r${at + 100}`, f1: 'open' }))
  const other = await openLiveRows({ page, project, me }, rows)
  await page.getByRole('columnheader', { name: 'f0' }).click()
  await expect(page.getByRole('columnheader', { name: 'f0' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await openPanel(page, 2)
  await expect(field(page, 'f0')).toContainText('r101')
  await other.change(2, { f0: 'z' })
  await expect(panelOf(page)).toContainText('This row is now at another place')
  await expect(panelOf(page)).toHaveAccessibleName('Row')
  await expect(field(page, 'f0')).toContainText('z')
  await other.change(2, { f1: 'newer' })
  await expect(field(page, 'f1')).toContainText('newer')
  await page.screenshot({ path: 'test-results/live-panel-far.png' })
  await panelOf(page).getByRole('button', { name: 'Show row' }).click()
  await expect(panelOf(page)).toHaveAccessibleName('Row 1')
  await expect(panelOf(page)).not.toContainText('another place')
})
