import type { Page } from '@playwright/test'
import { expect, test } from '../harness/fixtures.ts'
import { see } from '../harness/seen.ts'
import { columnNames, giveTables, openData, readSaved, tableRow } from './data-steps.ts'

const mode = (page: Page) => page.getByRole('switch', { name: 'Editor Mode' })
const editor = (page: Page) => page.getByRole('textbox', { name: 'Configuration as JSON' })

test.beforeEach(async ({ me, project, page }) => {
  await giveTables(me, project.id, [
    { id: 'o', name: 'orders', columns: [{ id: 'ot', name: 'total', type: 'number' }] },
  ])
  await openData(page, project)
  await mode(page).click()
  await expect(editor(page)).toContainText('"orders"')
})

test('applies the text when leaving, as one undoable step', async ({ page }) => {
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await editor(page).fill('{ "tables": [ { "id": "o", "name": "purchases" } ] }')
  await mode(page).click()
  await expect(tableRow(page, 'purchases')).toBeVisible()
  await expect.poll(() => columnNames(page)).toEqual(['id', 'createdOn', 'updatedOn'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tableRow(page, 'orders')).toBeVisible()
  await expect.poll(() => columnNames(page)).toContain('total')
})

test('opening and closing without an edit changes nothing', async ({ page }) => {
  await mode(page).click()
  await expect(tableRow(page, 'orders')).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
})

test('a save parses and applies the text, and shows the result', async ({ page, me, project }) => {
  await editor(page).fill('{ "tables": [ { "id": "o", "name": "purchases" } ] }')
  await page.keyboard.press('Control+s')
  await see(page, 'Configuration saved successfully')
  expect((await readSaved(me, project.id)).tables).toMatchObject([
    { id: 'o', name: 'purchases', type: 'Base', columns: [] },
  ])
  await expect(editor(page)).toContainText('"rules"')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
})

test('invalid text is kept, marked inline, and blocks leaving and saving', async ({
  page,
  me,
  project,
}) => {
  const broken = '{ "tables": [ { "id": "o", "name": "orders", "type": "View" } ] }'
  await editor(page).fill(broken)
  await expect(page.locator('.cm-lintRange-error')).toHaveText('"View"')
  await see(page, '1 error')
  await mode(page).click()
  await see(page, 'The JSON has an error. Correct it, or discard your changes to the text.')
  await expect(mode(page)).toBeChecked()
  await expect(editor(page)).toHaveText(broken)
  await page.getByRole('button', { name: 'Save Configuration' }).click()
  await expect(editor(page)).toHaveText(broken)
  await page.getByRole('button', { name: 'Sync Database' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect((await readSaved(me, project.id)).tables[0]?.columns).toHaveLength(1)

  await editor(page).fill('{ "tables": [ }')
  await expect(page.locator('.cm-lintRange-error')).toBeVisible()
  await editor(page).fill(broken.replace('View', 'Base'))
  await expect(page.getByText('Valid configuration')).toBeVisible()
  await mode(page).click()
  await expect(tableRow(page, 'orders')).toBeVisible()
  await expect.poll(() => columnNames(page)).not.toContain('total')
})

test('discards the text', async ({ page }) => {
  await editor(page).fill('nonsense')
  await mode(page).click()
  await page.getByRole('button', { name: 'Discard text changes' }).click()
  await expect(editor(page)).toContainText('"orders"')
  await mode(page).click()
  await expect(tableRow(page, 'orders')).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
})

test("completes names and values from the contract's schema", async ({ page }) => {
  await editor(page).fill('{ "tables": [ { "id": "o", "name": "orders",  } ] }')
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('"')
  await expect(page.getByRole('option', { name: /^columns/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /^name/ })).toBeHidden()
  await page.keyboard.type('ty')
  await page.getByRole('option', { name: /^type/ }).click()
  await expect(editor(page)).toContainText('"type"')
  await page.keyboard.type(': "')
  await expect(page.getByRole('option', { name: 'Computed' })).toBeVisible()
})

test('undo works on the text, and Tab leaves the editor', async ({ page }) => {
  await editor(page).click()
  await page.keyboard.type('x')
  await expect(page.getByText('Unsaved changes').first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await editor(page).focus()
  await page.keyboard.press('Tab')
  await expect(editor(page)).not.toBeFocused()
})

test('confirms before leaving with unapplied text', async ({ page }) => {
  await editor(page).fill('nonsense')
  await page.getByRole('link', { name: 'UI', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(editor(page)).toHaveText('nonsense')
})
