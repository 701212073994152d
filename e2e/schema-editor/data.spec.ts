import { expect, test } from '../harness/fixtures.ts'
import { measured, see, seeToast, visited } from '../harness/seen.ts'
import { createTable, giveTables, openData, readSaved, saveAll, tableRow } from './data-steps.ts'

test('a project without tables shows an empty state with the next step', async ({
  page,
  project,
  me,
}) => {
  await openData(page, project)
  await visited(page, '/project/{projectId}/data')
  await see(page, project.name, { as: 'heading' })
  await see(page, 'No tables available')
  await see(page, 'Back to Projects', { as: 'link' })
  await page.getByRole('radio', { name: 'PostgreSQL' }).click()
  await (await see(page, 'Create Table', { as: 'button' })).click()
  const dialog = page.getByRole('dialog', { name: 'Create Table' })
  await dialog.getByLabel('Name').fill('customers')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(tableRow(page, 'customers')).toContainText('draft')
  await see(page, 'Tables', { as: 'heading' })
  await see(page, 'draft')
  await see(page, 'Editor Mode', { as: 'switch' })
  await see(page, 'Sync Database', { as: 'button' })
  await (await see(page, 'Save Configuration', { as: 'button' })).click()
  await see(page, 'Configuration saved successfully')
  expect((await readSaved(me, project.id)).database).toBe('postgres')
})

test('saving requires a change, gives feedback and survives a reload', async ({
  page,
  project,
  me,
}) => {
  await openData(page, project)
  const save = page.getByRole('button', { name: 'Save Configuration' })
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: 'Create Table' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('orders')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
  await save.click()
  await see(page, 'Configuration saved successfully')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await expect(save).toBeFocused()
  expect((await readSaved(me, project.id)).tables.map(({ name }) => name)).toEqual(['orders'])
  await page.reload()
  await expect(tableRow(page, 'orders')).toContainText('draft')
})

test('shows a failed save and keeps the draft', async ({ page, project }) => {
  await openData(page, project)
  await page.getByRole('button', { name: 'Create Table' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('orders')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  const json = { error: { code: 'internal', message: 'No.', requestId: 'none' } }
  await page.route('**/configuration', (route) => route.fulfill({ status: 500, json }))
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+s')
  await seeToast(page, 'Failed to save configuration', 'Please try again later')
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
  await page.unrouteAll()
  await saveAll(page)
})

test('tables are sorted by order, then name, and can be filtered and moved', async ({
  page,
  project,
  me,
}) => {
  await giveTables(me, project.id, [
    { id: 'a', name: 'zebras', order: 0 },
    { id: 'b', name: 'bears', order: 1 },
    { id: 'c', name: 'ants', order: 1 },
  ])
  await openData(page, project)
  const rows = page.getByRole('list', { name: 'Tables of this project' }).getByRole('listitem')
  const names = async () => (await rows.allInnerTexts()).map((text) => text.split('\n')[0])
  expect(await names()).toEqual(['zebras', 'ants', 'bears'])
  measured('tables.sort', ['order', 'name'])

  await page.getByRole('searchbox', { name: 'Filter tables' }).fill('EAR')
  await expect(rows).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Filter tables' }).fill('nothing')
  await expect(page.getByText('No table matches')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Filter tables' }).fill('')

  const [from, to] = [await rows.nth(2).boundingBox(), await rows.nth(0).boundingBox()]
  if (!from || !to) throw new Error('The rows are not in view')
  await page.mouse.move(from.x + 60, from.y + 16)
  await page.mouse.down()
  await page.mouse.move(from.x + 60, from.y - 10)
  await page.mouse.move(to.x + 60, to.y + 4)
  await page.mouse.up()
  await expect.poll(names).toEqual(['bears', 'zebras', 'ants'])
  await expect(page.getByText('bears moved to position 1 of 3')).toBeAttached()

  await rows.nth(0).getByRole('button').first().focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(names).toEqual(['zebras', 'bears', 'ants'])
  await expect(page.getByText('bears moved to position 2 of 3')).toBeAttached()
  await expect(rows.nth(1).getByRole('button').first()).toBeFocused()
  await saveAll(page)
  const saved = await readSaved(me, project.id)
  const order = [...saved.tables].sort((one, other) => one.order - other.order)
  expect(order.map(({ name }) => name)).toEqual(['zebras', 'bears', 'ants'])
})

test('undoes and redoes edits by button and by key', async ({ page, project }) => {
  await openData(page, project)
  await page.getByRole('button', { name: 'Create Table' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('one')
  await page.keyboard.press('Control+Enter')
  await createTable(page, 'two')
  await expect(tableRow(page, 'two')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(tableRow(page, 'two')).toBeHidden()
  await page.keyboard.press('Control+Shift+z')
  await expect(tableRow(page, 'two')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await see(page, 'No tables available')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect(tableRow(page, 'one')).toBeVisible()
})

test('confirms before leaving with unsaved edits', async ({ page, project }) => {
  await openData(page, project)
  await page.getByRole('button', { name: 'Create Table' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('orders')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('link', { name: 'UI', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(tableRow(page, 'orders')).toBeVisible()
  const closing = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const asked = await closing
  expect(asked.type()).toBe('beforeunload')
  await asked.dismiss()
  await expect(tableRow(page, 'orders')).toBeVisible()
  await page.getByRole('link', { name: 'UI', exact: true }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await visited(page, '/project/{projectId}/ui')
  await page.getByRole('link', { name: 'Data', exact: true }).click()
  await see(page, 'No tables available')
})
