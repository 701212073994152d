import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import {
  choose,
  createTable,
  dialogOf,
  giveTables,
  openColumnMenu,
  openData,
  openNewField,
  openRules,
  tableRow,
} from './data-steps.ts'

test.beforeEach(async ({ me, project, page }) => {
  await giveTables(me, project.id, [
    { id: 'o', name: 'orders', order: 0, columns: [{ id: 'ot', name: 'total', type: 'number' }] },
    { id: 'p', name: 'people', order: 1, type: 'Auth' },
    { id: 'v', name: 'totals', order: 2, type: 'Computed', query: 'select id from orders' },
  ])
  await openData(page, project)
})

test('the screen: a table, its menu, a Computed one, no matches', async ({ page }) => {
  await createTable(page, 'extra')
  await expectClean(page)
  await tableRow(page, 'orders').getByRole('button').first().click()
  await openColumnMenu(page, 'total')
  await expectClean(page)
  await page.keyboard.press('Escape')
  await tableRow(page, 'totals').getByRole('button').first().click()
  await expectClean(page)
  await page.getByRole('searchbox', { name: 'Filter tables' }).fill('nothing')
  await expectClean(page)
})

test('Create Table and Edit Table, with an error, completions and a SELECT', async ({ page }) => {
  test.setTimeout(120_000)
  await page.getByRole('button', { name: 'Add table' }).click()
  const create = dialogOf(page, 'Create Table')
  await openRules(create)
  const rule = create.getByRole('textbox', { name: 'List rule' })
  await rule.fill('nothing = 1')
  await expect(create.locator('.cm-lintRange-error')).toBeVisible()
  await expectClean(page)
  await rule.fill('')
  await rule.pressSequentially('@request.')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectClean(page)
  await page.keyboard.press('Escape')
  await create.getByRole('radio', { name: 'Auth' }).check({ force: true })
  await expectClean(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog', { name: 'Discard what you entered?' })).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: 'Discard' }).click()
  await tableRow(page, 'totals').hover()
  await page.getByRole('button', { name: 'Edit table totals' }).click()
  await expect(page.getByRole('textbox', { name: 'SELECT' })).toBeVisible()
  await expectClean(page)
})

test('Create Field, its types and an error', async ({ page }) => {
  const dialog = await openNewField(page)
  await dialog.getByLabel('Pattern').fill('(')
  await expectClean(page)
  await dialog.getByRole('combobox', { name: 'Type', exact: true }).click()
  await expectClean(page)
})

test('the options of every field type', async ({ page }) => {
  test.setTimeout(120_000)
  const dialog = await openNewField(page)
  for (const type of ['number', 'select', 'date', 'relation', 'image', 'json']) {
    await choose(dialog, 'Type', type)
    if (type === 'select') {
      await dialog.getByLabel('Options').fill('draft, done')
      await dialog.getByRole('switch', { name: 'Multiple' }).click()
      await dialog.getByRole('checkbox', { name: 'done' }).check()
    }
    if (type === 'json')
      await expect(dialog.getByRole('textbox', { name: 'Default' })).toBeVisible()
    await expectClean(page, '[role=dialog]')
  }
})

test('the confirmations before deleting and leaving', async ({ page }) => {
  await (await openColumnMenu(page, 'total')).getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectClean(page)
  await page.keyboard.press('Escape')
  await tableRow(page, 'orders').hover()
  await page.getByRole('button', { name: 'Delete table orders' }).click()
  await expectClean(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('link', { name: 'UI', exact: true }).click()
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
  await expectClean(page)
})

test('Schema changes', async ({ page }) => {
  await createTable(page, 'extra')
  await page.getByRole('button', { name: 'Sync Database' }).click()
  await expect(page.getByRole('textbox', { name: 'New schema' })).toBeVisible()
  await expectClean(page)
})

test('the raw JSON, also with an error', async ({ page }) => {
  await page.getByRole('switch', { name: 'Editor Mode' }).click()
  const text = page.getByRole('textbox', { name: 'Configuration as JSON' })
  await expect(text).toContainText('orders')
  await expectClean(page)
  await text.fill('{ "tables": 1 }')
  await expect(page.locator('.cm-lintRange-error')).toBeVisible()
  await page.getByRole('switch', { name: 'Editor Mode' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectClean(page)
})

test('the diagram', async ({ page }) => {
  await page.getByRole('button', { name: 'Diagram' }).click()
  await expect(page.getByLabel('Table orders, 1 field')).toBeVisible()
  await expectClean(page)
})

test('a conflict between two users', async ({ page, me, project }) => {
  await createTable(page, 'mine')
  await tableRow(page, 'orders').hover()
  await page.getByRole('button', { name: 'Delete table orders' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await giveTables(me, project.id, [
    { id: 'o', name: 'orders_renamed', order: 0 },
    { id: 'p', name: 'people', order: 1, type: 'Auth' },
  ])
  await page.keyboard.press('Control+s')
  await expect(dialogOf(page, 'Another user saved this project')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'After merging' })).toBeVisible()
  await expectClean(page)
})
