import type { Browser, Page } from '@playwright/test'
import { type GridPreferences, savePreferences } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, type Person, test } from '../harness/fixtures.ts'
import { product } from '../harness/product.ts'
import { columnNames } from '../schema-editor/data-steps.ts'
import { cellAt, giveRows, giveStoredTables, gridOf, openGrid } from './grid-steps.ts'

const tables = [
  {
    id: 't1',
    name: 'people',
    columns: [
      { id: 'c1', name: 'name', order: 0, type: 'text' as const },
      { id: 'c2', name: 'mail', order: 1, type: 'email' as const },
      { id: 'c3', name: 'age', order: 2, type: 'number' as const },
      { id: 'c4', name: 'city', order: 3, type: 'text' as const, options: { isRequired: true } },
    ],
  },
]

/** The same user in a fresh browser context. */
async function atAnotherDevice(browser: Browser, { token }: Person): Promise<Page> {
  const origin = product().address
  const localStorage = [{ name: 'token', value: token }]
  const context = await browser.newContext({
    baseURL: origin,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  return context.newPage()
}

/** Selects an entry of a column's menu by keyboard, from the focused header. */
async function chooseByKeys(page: Page, entry: string) {
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: entry, exact: true })
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  while (!(await item.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeHidden()
}

/** Waits for the request that saves a view; consecutive changes may be batched. */
function waitForSave(page: Page, isMeant = (_: GridPreferences) => true) {
  const { method, path } = savePreferences
  const end = path.split('{projectId}')[1]?.replace('{tableId}', 't1') ?? ''
  return page.waitForResponse(
    (answer) =>
      answer.url().endsWith(end) &&
      answer.request().method() === method &&
      answer.ok() &&
      isMeant(answer.request().postDataJSON()),
  )
}

test('hides and shows columns, and the view is the same on another device', async ({
  page,
  browser,
  project,
  me,
}) => {
  await giveStoredTables(me, project.id, tables)
  const target = { projectId: project.id, table: 'people' }
  await giveRows(me, target, [
    { name: 'Ada', age: 36, city: 'London' },
    { name: 'Bob', age: 41, city: 'Paris' },
  ])
  await openGrid(page, project, 'people')
  await expect(cellAt(page, 1, 'c1')).toHaveText('Bob')
  const options = (name: string) => page.getByRole('button', { name: `Options of ${name}` })

  await options('mail').focus()
  await chooseByKeys(page, 'Hide')
  await expect(options('age')).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'mail is hidden' })).toBeAttached()
  await chooseByKeys(page, 'Sort Ascending')
  await expect(cellAt(page, 1, 'c1')).toHaveText('Ada')
  await chooseByKeys(page, 'Move Left')
  await expect(options('age')).toBeFocused()
  expect(await columnNames(page)).toEqual(['id', 'age', 'name', 'city', 'createdOn', 'updatedOn'])

  const columns = page.getByRole('button', { name: 'Columns 1 hidden' })
  await columns.focus()
  await page.keyboard.press('Enter')
  const entry = (name: string) => page.getByRole('menuitemcheckbox', { name, exact: true })
  await expect(entry('mail')).not.toBeChecked()
  await entry('updatedOn').focus()
  await page.keyboard.press('Enter')
  await expect(entry('updatedOn')).not.toBeChecked()
  await entry('city').focus()
  await page.keyboard.press(' ')
  await expectClean(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Columns 3 hidden' })).toBeFocused()
  expect(await columnNames(page)).toEqual(['id', 'age', 'name', 'createdOn'])

  const saved = waitForSave(page)
  await page.getByRole('separator', { name: 'Width of name' }).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await saved

  const there = await atAnotherDevice(browser, me)
  await openGrid(there, project, 'people')
  await expect(cellAt(there, 1, 'c1')).toHaveText('Ada')
  expect(await columnNames(there)).toEqual(['id', 'age', 'name', 'createdOn'])
  const header = there.getByRole('columnheader', { name: 'name', exact: true })
  expect((await header.boundingBox())?.width).toBe(210)
  await expect(there.getByRole('columnheader', { name: 'age' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )

  // Hidden columns are in the row panel, and reappear if they have an error.
  await gridOf(there, 'people').focus()
  await there.keyboard.press(' ')
  const panel = there.getByRole('complementary', { name: 'Row 1' })
  await expect(panel.getByRole('button', { name: 'Edit city London' })).toBeVisible()
  await there.keyboard.press('Escape')
  await there.keyboard.press('Control+Enter')
  await there.getByRole('button', { name: 'Save Changes (1)' }).click()
  await there.getByRole('button', { name: '1 cell needs attention' }).click()
  expect(await columnNames(there)).toEqual(['id', 'age', 'name', 'city', 'createdOn'])
  await expect(gridOf(there, 'people')).toHaveAttribute('aria-activedescendant', /-0-c4$/)
  await there.getByRole('button', { name: 'Cancel Changes' }).click()
  const shown = waitForSave(there, ({ hidden }) => hidden.length === 0)
  await there.getByRole('button', { name: 'Columns 2 hidden' }).click()
  await there.getByRole('menuitem', { name: 'Show all columns' }).click()
  await shown
  await there.context().close()

  await page.reload()
  await expect
    .poll(() => columnNames(page))
    .toEqual(['id', 'age', 'name', 'mail', 'city', 'createdOn', 'updatedOn'])
})
