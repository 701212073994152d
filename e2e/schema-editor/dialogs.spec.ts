import { expect, test } from '../harness/fixtures.ts'
import { measured, see } from '../harness/seen.ts'
import {
  columnNames,
  createTable,
  dialogOf,
  giveTables,
  openColumnMenu,
  openData,
  openRules,
  readTable,
  saveAll,
  tableRow,
} from './data-steps.ts'

const ORDERS = {
  id: 'o',
  name: 'orders',
  columns: [{ id: 'ot', name: 'total', type: 'number' as const }],
}

test.beforeEach(async ({ me, project, page }) => {
  await giveTables(me, project.id, [ORDERS])
  await openData(page, project)
})

test('every mode opens its dialog, one at a time, and closing returns to None', async ({
  page,
}) => {
  const modes = ['None']
  const openedAndClosed = async (mode: string, dialog: ReturnType<typeof dialogOf>) => {
    await expect(dialog).toBeVisible()
    await expect(page.locator('[role=dialog], [role=alertdialog]')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(page.locator('[role=dialog], [role=alertdialog]')).toHaveCount(0)
    modes.push(mode)
  }
  await page.getByRole('button', { name: 'Add table' }).click()
  await see(page, 'Create Table', { as: 'heading' })
  await openedAndClosed('CreateTable', dialogOf(page, 'Create Table'))

  const edit = page.getByRole('button', { name: 'Edit table orders' })
  await tableRow(page, 'orders').hover()
  await edit.click()
  await see(page, 'Edit Table', { as: 'heading' })
  await openedAndClosed('EditTable', dialogOf(page, 'Edit Table'))
  await expect(edit).toBeFocused()

  await page.getByRole('button', { name: 'Delete table orders' }).click()
  await openedAndClosed('DeleteTable', page.getByRole('alertdialog'))

  await page.getByRole('button', { name: 'Add Field' }).click()
  await see(page, 'Create Field', { as: 'heading' })
  await openedAndClosed('CreateColumn', dialogOf(page, 'Create Field'))
  await expect(page.getByRole('button', { name: 'Add Field' })).toBeFocused()

  await (await openColumnMenu(page, 'total')).getByRole('menuitem', { name: 'Edit' }).click()
  await see(page, 'Edit Field', { as: 'heading' })
  await openedAndClosed('EditColumn', dialogOf(page, 'Edit Field'))
  await expect(page.getByRole('button', { name: 'Options of total' })).toBeFocused()

  await (await openColumnMenu(page, 'total')).getByRole('menuitem', { name: 'Delete' }).click()
  await openedAndClosed('DeleteColumn', page.getByRole('alertdialog'))

  await page.getByRole('button', { name: 'Sync Database' }).click()
  await openedAndClosed('ShowDiff', dialogOf(page, 'Schema changes'))
  measured('schemaDialog.modes', modes)
})

test('edits a table: name, type and rules', async ({ page, me, project }) => {
  await tableRow(page, 'orders').hover()
  await page.getByRole('button', { name: 'Edit table orders' }).click()
  const dialog = dialogOf(page, 'Edit Table')
  await dialog.getByLabel('Name').fill('purchases')
  await openRules(dialog)
  const rule = dialog.getByRole('textbox', { name: 'List rule' })
  await expect(rule).toHaveText('@request.auth.id != ""')
  await dialog.getByRole('combobox', { name: 'View rule: presets' }).click()
  for (const choice of ['Everyone', 'Signed-in users', 'Staff only']) {
    await expect(page.getByRole('option', { name: choice })).toBeVisible()
  }
  await page.getByRole('option', { name: 'Everyone' }).click()
  await expect(dialog.getByRole('textbox', { name: 'View rule' })).toHaveText('true')
  await dialog.getByRole('combobox', { name: 'Delete rule: presets' }).click()
  await page.getByRole('option', { name: 'Staff only' }).click()
  await rule.fill('total > 5')
  await expect(dialog.getByRole('combobox', { name: 'List rule: presets' })).toHaveText('Custom')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(tableRow(page, 'purchases')).toBeVisible()
  await saveAll(page)
  const { table } = await readTable(me, project.id, 'purchases')
  expect(table).toMatchObject({
    id: 'o',
    rules: { list: 'total > 5', view: 'true', create: '@request.auth.id != ""', delete: '' },
  })
})

test('Owner only asks for the field that points to an Auth table', async ({
  page,
  me,
  project,
}) => {
  const pair = (options: object) => ({ type: 'relation' as const, order: 0, options })
  await giveTables(me, project.id, [
    {
      id: 'p',
      name: 'people',
      type: 'Auth',
      columns: [
        {
          id: 'po',
          name: 'orders',
          ...pair({ tableId: 'o', columnId: 'op', hasMultiple: true, backColumnName: 'buyer' }),
        },
      ],
    },
    {
      ...ORDERS,
      columns: [
        {
          id: 'op',
          name: 'buyer',
          ...pair({
            isParent: true,
            tableId: 'p',
            columnId: 'po',
            backColumnName: 'orders',
            hasMultipleBack: true,
          }),
        },
      ],
    },
  ])
  await page.reload()
  await tableRow(page, 'orders').hover()
  await page.getByRole('button', { name: 'Edit table orders' }).click()
  const dialog = dialogOf(page, 'Edit Table')
  await openRules(dialog)
  await dialog.getByRole('combobox', { name: 'Update rule: presets' }).click()
  await page.getByRole('option', { name: /^Owner only\s*buyer$/ }).click()
  await expect(dialog.getByRole('textbox', { name: 'Update rule' })).toHaveText(
    'buyer = @request.auth.id',
  )
})

test('completes a rule and shows its errors inline', async ({ page }) => {
  await tableRow(page, 'orders').hover()
  await page.getByRole('button', { name: 'Edit table orders' }).click()
  const dialog = dialogOf(page, 'Edit Table')
  await openRules(dialog)
  const rule = dialog.getByRole('textbox', { name: 'List rule' })
  await rule.fill('')
  await rule.pressSequentially('@req')
  await page.getByRole('option', { name: /@request/ }).click()
  await expect(page.getByRole('option', { name: /^auth/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await rule.fill('totl > 3')
  await see(dialog, 'Column with name totl not found in table orders')
  await expect(rule).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.locator('.cm-lintRange-error')).toHaveText('totl')
  await dialog.getByRole('button', { name: 'Use total' }).click()
  await expect(rule).toHaveText('total > 3')
  await expect(rule).not.toHaveAttribute('aria-invalid')
  await rule.fill('@table.nothing.id = id')
  await see(dialog, 'Table with name nothing not found')
  await rule.focus()
  await page.keyboard.press('Tab')
  await expect(rule).not.toBeFocused()
  // A broken rule does not block saving a draft.
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
})

test("deleting a table asks with the spec's text", async ({ page }) => {
  await createTable(page, 'extra')
  await tableRow(page, 'extra').hover()
  await page.getByRole('button', { name: 'Delete table extra' }).click()
  const question = page.getByRole('alertdialog')
  await see(question, 'You are about to delete extra')
  await see(question, /^This will permanently delete extra\. Are you sure\?/)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(tableRow(page, 'extra')).toBeVisible()
  await page.getByRole('button', { name: 'Delete table extra' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(tableRow(page, 'extra')).toBeHidden()
})

test('deleting a field asks for confirmation too', async ({ page, me, project }) => {
  await (await openColumnMenu(page, 'total')).getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await see(question, 'You are about to delete total')
  await see(question, /^This will permanently delete total\. Are you sure\?/)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => columnNames(page)).toEqual(['id', 'createdOn', 'updatedOn'])
  await saveAll(page)
  expect((await readTable(me, project.id, 'orders')).columns).toEqual({})
})

test('Sync shows both sides, saves first, and shows errors', async ({ page, me, project }) => {
  await createTable(page, 'extra')
  await page.getByRole('button', { name: 'Sync Database' }).click()
  const dialog = dialogOf(page, 'Schema changes')
  await see(dialog, 'Schema changes', { as: 'heading' })
  await expect(dialog.getByRole('textbox', { name: 'Current schema' })).not.toContainText('extra')
  await expect(dialog.getByRole('textbox', { name: 'New schema' })).toContainText('extra')
  await see(dialog, 'Cancel', { as: 'button' })
  const json = { error: { code: 'unavailable', message: 'The database rests.', requestId: 'none' } }
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/database/*/sync', async (route) => {
    await held
    await route.fulfill({ status: 503, json })
  })
  await (await see(dialog, 'Sync', { as: 'button' })).click()
  await see(dialog, 'Syncing', { as: 'button' })
  release()
  await see(page, 'Error syncing database')
  await see(page, 'The database rests.')
  await expect(dialog).toBeHidden()
  const { table } = await readTable(me, project.id, 'extra')
  expect(table?.name).toBe('extra')
})
