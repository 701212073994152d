import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { choose, dialogOf, giveTables, openData, readSaved, selectTable } from './data-steps.ts'
import { field, openTable } from './panel-steps.ts'

test('an empty name is listed beside Sync and in its dialog, with a jump to the field', async ({
  page,
  me,
  project,
}) => {
  test.setTimeout(120_000)
  await giveTables(me, project.id, [
    { id: 'c', name: 'customers', order: 0 },
    { id: 'o', name: 'orders', order: 1 },
  ])
  await openData(page, project)
  await selectTable(page, 'orders')
  const dialog = await openTable(page, 'orders')
  await field(dialog, 'Field 1').fill('customer:relation')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Field 1, options' }).click()
  await expect(dialog.getByLabel('Reverse field name')).toHaveValue('orders')
  await dialog.getByLabel('Reverse field name').fill('')
  await expect(dialog.getByText('has no name yet. Sync will refuse it.')).toBeVisible()
  await choose(dialog, 'Field 2, type', 'number')
  await expect(dialog.getByText('Untitled: it needs a name before Sync.')).toBeVisible()
  await expectClean(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Save' }).click()

  await page.getByRole('button', { name: '2 problems' }).click()
  await expectClean(page)
  await page.getByRole('menuitem', { name: /^orders › Untitled field/ }).click()
  await expect(field(dialog, 'Field 2')).toBeFocused()
  await page.keyboard.type('total')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: '1 problem', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Sync Database' }).click()
  const sync = dialogOf(page, 'Schema changes')
  await expect(sync.getByText('A field of the table "customers" has no name.')).toBeVisible()
  await expect(sync.getByRole('button', { name: 'Sync', exact: true })).toBeDisabled()
  const [plan, diff] = [
    await sync.getByRole('region', { name: 'What will happen' }).boundingBox(),
    await sync.getByRole('textbox', { name: 'New schema' }).boundingBox(),
  ]
  expect(plan && diff && plan.y < diff.y, 'the plan stands before the comparison').toBe(true)
  await expectClean(page)
  await sync.getByRole('button', { name: 'customers › Untitled field' }).click()
  await expect(sync).toBeHidden()
  await expect(field(dialog, 'Field 1')).toBeFocused()
  await page.keyboard.type('orders')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /problem/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Sync Database' }).click()
  await sync.getByRole('button', { name: 'Sync', exact: true }).click()
  await expect(page.getByText('Database synced successfully')).toBeVisible()
  const { tables } = await readSaved(me, project.id)
  expect(tables.flatMap(({ columns }) => columns.map(({ name }) => name)).sort()).toEqual([
    'customer',
    'orders',
    'total',
  ])
})

test('the reason of a failed sync stays beside Sync, with a jump to its table', async ({
  page,
  me,
  project,
}) => {
  await giveTables(me, project.id, [
    { id: 'o', name: 'orders', order: 0 },
    {
      id: 'v',
      name: 'totals',
      order: 1,
      type: 'Computed',
      query: 'select "createdOn" from orders',
    },
  ])
  await openData(page, project)
  await page.getByRole('button', { name: 'Sync Database' }).click()
  const sync = dialogOf(page, 'Schema changes')
  await sync.getByRole('button', { name: 'Sync', exact: true }).click()
  await expect(page.getByText('Error syncing database')).toBeVisible()
  await expect(sync).toBeHidden()
  await page.getByRole('button', { name: '1 problem', exact: true }).click()
  await page.getByRole('menuitem', { name: /^totals.*must have a column "id"/ }).click()
  const dialog = dialogOf(page, 'Edit Table')
  await dialog.getByRole('textbox', { name: 'SELECT' }).fill('select id from orders')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /problem/ })).toHaveCount(0)
})
