import { giveRows } from '../grid/grid-steps.ts'
import { expect, test } from '../harness/fixtures.ts'
import {
  choose,
  columnNames,
  createField,
  dialogOf,
  giveTables,
  openData,
  openNewField,
  selectTable,
} from './data-steps.ts'

test('a relation with its first values can be synced, and several rows may point to one', async ({
  page,
  me,
  project,
}) => {
  await giveTables(me, project.id, [
    { id: 'c', name: 'customers', order: 0 },
    { id: 'o', name: 'orders', order: 1 },
  ])
  await openData(page, project)
  await selectTable(page, 'orders')
  const dialog = await openNewField(page)
  await dialog.getByLabel('Name', { exact: true }).fill('customer')
  await choose(dialog, 'Type', 'relation')
  await choose(dialog, 'Points to', 'customers')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Sync Database' }).click()
  const sync = dialogOf(page, 'Schema changes').getByRole('button', { name: 'Sync', exact: true })
  await expect(sync).toBeEnabled()
  await sync.click()
  await expect(page.getByText('Database synced successfully')).toBeVisible()
  const target = { projectId: project.id, table: 'orders' }
  const [customer] = await giveRows(me, { ...target, table: 'customers' }, [{}])
  await giveRows(me, target, [{ customer: customer?.id }, { customer: customer?.id }])
})

test('fields are shown in the sequence in which they were added, and a row by its first text', async ({
  page,
  me,
  project,
}) => {
  await giveTables(me, project.id, [{ id: 'c', name: 'customers' }])
  await openData(page, project)
  await createField(page, { name: 'email', type: 'email' })
  await createField(page, { name: 'name' })
  await createField(page, { name: 'contract', type: 'file' })
  const wanted = ['id', 'email', 'name', 'contract', 'createdOn', 'updatedOn']
  await expect.poll(() => columnNames(page)).toEqual(wanted)
  await createField(page, { name: 'referredBy', type: 'relation' })
  await page.getByRole('button', { name: 'Sync Database' }).click()
  await dialogOf(page, 'Schema changes').getByRole('button', { name: 'Sync', exact: true }).click()
  await expect(page.getByText('Database synced successfully')).toBeVisible()
  await page.reload()
  await expect.poll(async () => (await columnNames(page)).slice(0, 4)).toEqual(wanted.slice(0, 4))

  const target = { projectId: project.id, table: 'customers' }
  await giveRows(me, target, [{ email: 'grace@acme.io', name: 'Grace' }])
  await page.reload()
  await page.locator('[data-row="0"] [role=gridcell]').nth(4).dblclick()
  await expect(page.getByRole('option', { name: /^Grace/ })).toBeVisible()
})
