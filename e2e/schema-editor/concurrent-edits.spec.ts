import type { Browser, Page } from '@playwright/test'
import { expect, type Person, test } from '../harness/fixtures.ts'
import { product } from '../harness/product.ts'
import { see } from '../harness/seen.ts'
import {
  createField,
  createTable,
  giveTables,
  openData,
  readSaved,
  saveAll,
  selectTable,
  tableRow,
} from './data-steps.ts'

async function anotherBrowser(browser: Browser, me: Person): Promise<Page> {
  const localStorage = [{ name: 'token', value: me.token }]
  const origins = [{ origin: product().address, localStorage }]
  const context = await browser.newContext({
    baseURL: product().address,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins },
  })
  return context.newPage()
}

async function rename(page: Page, { from, to }: { from: string; to: string }) {
  await tableRow(page, from).hover()
  await page.getByRole('button', { name: `Edit table ${from}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Table' })
  await dialog.getByLabel('Name').fill(to)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
}

test.beforeEach(async ({ me, project }) => {
  await giveTables(me, project.id, [
    { id: 'o', name: 'orders', order: 0 },
    { id: 'c', name: 'customers', order: 1 },
  ])
})

const tableNames = async (me: Person, projectId: string) =>
  (await readSaved(me, projectId)).tables.map(({ name }) => name).sort()

test('keeps edits of different tables from two browsers', async ({
  page,
  browser,
  project,
  me,
}) => {
  const other = await anotherBrowser(browser, me)
  await openData(page, project)
  await openData(other, project)
  await createTable(page, 'mine')
  await selectTable(other, 'customers')
  await createField(other, { name: 'nickname' })
  await saveAll(other)

  await page.getByRole('button', { name: 'Save Configuration' }).click()
  const dialog = page.getByRole('dialog', { name: 'Another user saved this project' })
  await see(dialog, 'Your changes and theirs touch different tables, so both can be kept.')
  await expect(dialog.getByText(/field "nickname" is added|"nickname"/).first()).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'After merging' })).toContainText('mine')
  expect(await tableNames(me, project.id)).toEqual(['customers', 'orders'])
  await dialog.getByRole('button', { name: 'Merge and save' }).click()
  await see(page, 'Configuration saved successfully')
  await expect(dialog).toBeHidden()
  const saved = await readSaved(me, project.id)
  expect(saved.tables.map(({ name }) => name).sort()).toEqual(['customers', 'mine', 'orders'])
  expect(saved.tables.find(({ id }) => id === 'c')?.columns).toMatchObject([{ name: 'nickname' }])
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  // Undo must not silently remove the other user's work.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
})

for (const [side, expected] of [
  ['Mine', 'renamed_here'],
  ['Theirs', 'renamed_there'],
] as const) {
  test(`of two edits of one table ${side.toLowerCase()} is kept when chosen`, async ({
    page,
    browser,
    project,
    me,
  }) => {
    const other = await anotherBrowser(browser, me)
    await openData(page, project)
    await openData(other, project)
    await rename(page, { from: 'orders', to: 'renamed_here' })
    await createTable(page, 'extra')
    await rename(other, { from: 'orders', to: 'renamed_there' })
    await saveAll(other)
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'Another user saved this project' })
    await see(dialog, 'Some tables were changed on both sides. Choose which version to keep.')
    await dialog
      .getByRole('group', { name: /renamed_here/ })
      .getByLabel(side)
      .check({ force: true })
    await dialog.getByRole('button', { name: 'Merge and save' }).click()
    await see(page, 'Configuration saved successfully')
    expect(await tableNames(me, project.id)).toEqual(['customers', 'extra', expected])
    await expect(tableRow(page, expected)).toBeVisible()
  })
}

test('cancelling changes nothing on either side', async ({ page, browser, project, me }) => {
  const other = await anotherBrowser(browser, me)
  await openData(page, project)
  await openData(other, project)
  await createTable(page, 'mine')
  await createTable(other, 'theirs')
  await saveAll(other)
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'Another user saved this project' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(tableRow(page, 'mine')).toBeVisible()
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
  expect(await tableNames(me, project.id)).toEqual(['customers', 'orders', 'theirs'])
  await page.keyboard.press('Control+s')
  await expect(dialog).toBeVisible()
})

test("Sync does not apply another user's save without showing it", async ({
  page,
  browser,
  project,
  me,
}) => {
  const other = await anotherBrowser(browser, me)
  await openData(page, project)
  await openData(other, project)
  await createTable(other, 'theirs')
  await saveAll(other)
  await page.getByRole('button', { name: 'Sync Database' }).click()
  await page
    .getByRole('dialog', { name: 'Schema changes' })
    .getByRole('button', { name: 'Sync' })
    .click()
  await see(page, 'Another user saved this project', { as: 'heading' })
})

test('a save in raw JSON detects the conflict too', async ({ page, browser, project, me }) => {
  const other = await anotherBrowser(browser, me)
  await openData(page, project)
  await openData(other, project)
  await createTable(other, 'theirs')
  await saveAll(other)
  await page.getByRole('switch', { name: 'Editor Mode' }).click()
  const text = page.getByRole('textbox', { name: 'Configuration as JSON' })
  await text.fill('{ "tables": [ { "id": "o", "name": "only_orders" } ] }')
  await page.getByRole('button', { name: 'Save Configuration' }).click()
  const dialog = page.getByRole('dialog', { name: 'Another user saved this project' })
  await dialog.getByRole('button', { name: 'Merge and save' }).click()
  await see(page, 'Configuration saved successfully')
  expect(await tableNames(me, project.id)).toEqual(['only_orders', 'theirs'])
  await expect(text).toContainText('"theirs"')
})
