import { expect, test } from '../harness/fixtures.ts'
import { see } from '../harness/seen.ts'
import {
  choose,
  columnNames,
  createRelation,
  dialogOf,
  fillRelation,
  giveTables,
  openColumnMenu,
  openData,
  openNewField,
  readTable,
  saveAll,
  selectTable,
  tableRow,
} from './data-steps.ts'

test.beforeEach(async ({ me, project, page }) => {
  await giveTables(me, project.id, [
    { id: 'o', name: 'orders', order: 0 },
    { id: 'c', name: 'customers', order: 1 },
    { id: 's', name: 'shops', order: 2 },
  ])
  await openData(page, project)
})

const TO_CUSTOMER = {
  name: 'customer',
  target: 'customers',
  reverse: 'orders',
  holds: 'One',
  reverseHolds: 'Several',
} as const

test('a relation gets a reverse field in its target', async ({ page, me, project }) => {
  await createRelation(page, TO_CUSTOMER)
  await selectTable(page, 'customers')
  await expect.poll(() => columnNames(page)).toEqual(['id', 'orders', 'createdOn', 'updatedOn'])
  await saveAll(page)
  const orders = await readTable(me, project.id, 'orders')
  const customers = await readTable(me, project.id, 'customers')
  expect(orders.columns.customer).toMatchObject({
    options: {
      isParent: true,
      tableId: 'c',
      columnId: customers.columns.orders?.id,
      hasMultiple: false,
      backColumnName: 'orders',
      hasMultipleBack: true,
    },
  })
  expect(customers.columns.orders).toMatchObject({
    options: {
      isParent: false,
      tableId: 'o',
      columnId: orders.columns.customer?.id,
      hasMultiple: true,
      backColumnName: 'customer',
      hasMultipleBack: false,
    },
  })
})

test('both sides stay in sync, whichever is edited', async ({ page, me, project }) => {
  await createRelation(page, TO_CUSTOMER)
  await (await openColumnMenu(page, 'customer')).getByRole('menuitem', { name: 'Edit' }).click()
  const forward = dialogOf(page, 'Edit Field')
  await forward.getByLabel('Reverse field name').fill('purchases')
  await forward
    .getByRole('group', { name: 'The reverse field holds' })
    .getByLabel('One')
    .check({ force: true })
  await forward.getByRole('button', { name: 'Save' }).click()

  await selectTable(page, 'customers')
  await (await openColumnMenu(page, 'purchases')).getByRole('menuitem', { name: 'Edit' }).click()
  const backward = dialogOf(page, 'Edit Field')
  await expect(backward.getByText('The target is set by customer in orders.')).toBeVisible()
  await backward.getByLabel('Name', { exact: true }).fill('bought')
  await backward.getByLabel('Reverse field name').fill('buyer')
  await backward
    .getByRole('group', { name: 'The reverse field holds' })
    .getByLabel('Several')
    .check({ force: true })
  await backward.getByRole('button', { name: 'Save' }).click()
  await saveAll(page)
  const orders = await readTable(me, project.id, 'orders')
  const customers = await readTable(me, project.id, 'customers')
  expect(orders.columns.buyer).toMatchObject({
    options: { hasMultiple: true, backColumnName: 'bought', hasMultipleBack: false },
  })
  expect(customers.columns.bought).toMatchObject({
    options: { hasMultiple: false, backColumnName: 'buyer', hasMultipleBack: true },
  })
})

test("changing a relation's target moves its counterpart", async ({ page }) => {
  await createRelation(page, TO_CUSTOMER)
  await (await openColumnMenu(page, 'customer')).getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = dialogOf(page, 'Edit Field')
  await choose(dialog, 'Points to', 'shops')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await selectTable(page, 'customers')
  await expect.poll(() => columnNames(page)).not.toContain('orders')
  await selectTable(page, 'shops')
  await expect.poll(() => columnNames(page)).toContain('orders')
})

test('deleting one side deletes the other, after a warning', async ({ page }) => {
  await createRelation(page, TO_CUSTOMER)
  await selectTable(page, 'customers')
  await (await openColumnMenu(page, 'orders')).getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await see(question, /Its reverse field customer in orders will be deleted too\./)
  await question.getByRole('button', { name: 'Delete' }).click()
  await selectTable(page, 'orders')
  await expect.poll(() => columnNames(page)).toEqual(['id', 'createdOn', 'updatedOn'])
})

test('changing the type of one side removes the other', async ({ page }) => {
  await createRelation(page, TO_CUSTOMER)
  await (await openColumnMenu(page, 'customer')).getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = dialogOf(page, 'Edit Field')
  await choose(dialog, 'Type', 'text')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await selectTable(page, 'customers')
  await expect.poll(() => columnNames(page)).toEqual(['id', 'createdOn', 'updatedOn'])
})

test('deleting a table removes relations to it, after a warning', async ({ page }) => {
  await createRelation(page, TO_CUSTOMER)
  await tableRow(page, 'customers').hover()
  await page.getByRole('button', { name: 'Delete table customers' }).click()
  const question = page.getByRole('alertdialog')
  await see(question, /orders\.customer/)
  await question.getByRole('button', { name: 'Delete' }).click()
  await selectTable(page, 'orders')
  await expect.poll(() => columnNames(page)).toEqual(['id', 'createdOn', 'updatedOn'])
})

test('removing one side in raw JSON removes the other', async ({ page }) => {
  await createRelation(page, TO_CUSTOMER)
  await page.getByRole('switch', { name: 'Editor Mode' }).click()
  const text = page.getByRole('textbox', { name: 'Configuration as JSON' })
  await expect(text).toBeVisible()
  const raw = JSON.stringify({
    tables: [
      { id: 'o', name: 'orders', order: 0, columns: [] },
      {
        id: 'c',
        name: 'customers',
        order: 1,
        columns: [
          {
            id: 'left',
            name: 'orders',
            type: 'relation',
            options: { tableId: 'o', columnId: 'gone', backColumnName: 'customer' },
          },
        ],
      },
    ],
  })
  await text.fill(raw)
  await page.getByRole('switch', { name: 'Editor Mode' }).click()
  await selectTable(page, 'customers')
  await expect.poll(() => columnNames(page)).toEqual(['id', 'createdOn', 'updatedOn'])
})

test('a table can relate to itself, and a relation needs a target', async ({ page }) => {
  const dialog = await openNewField(page)
  await choose(dialog, 'Type', 'relation')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await see(dialog, 'Choose the table that this field points to.')
  await fillRelation(dialog, { name: 'parent', target: 'orders', reverse: 'children' })
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toBeHidden()
  await expect
    .poll(async () => (await columnNames(page)).sort())
    .toEqual(['id', 'children', 'parent', 'createdOn', 'updatedOn'].sort())
})
