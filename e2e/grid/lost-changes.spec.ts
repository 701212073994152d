import type { Page } from '@playwright/test'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { createTable, dialogOf, selectTable, tableRow } from '../schema-editor/data-steps.ts'
import {
  cellAt,
  giveRows,
  giveStoredTables,
  openGrid,
  readRows,
  selectCell,
  typeInto,
} from './grid-steps.ts'

const TABLES = ['customers', 'orders'].map((name, order) => ({
  id: name,
  name,
  order,
  columns: [
    { id: `${name}-name`, name: 'name', order: 0, type: 'text' as const },
    { id: `${name}-total`, name: 'total', order: 1, type: 'number' as const },
  ],
}))
const save = (page: Page, count: number) =>
  page.getByRole('button', { name: `Save Changes (${count})`, exact: true })

test.beforeEach(async ({ page, project, me }) => {
  await giveStoredTables(me, project.id, TABLES)
  for (const { name: table } of TABLES)
    await giveRows(me, { projectId: project.id, table }, [{ name: 'Ada' }, { name: 'Bob' }])
  await openGrid(page, project, 'customers')
  await expect(cellAt(page, 2, 'name')).toHaveText('Ada')
})

test('changes stay while one moves between tables, diagram, JSON and tabs', async ({
  page,
  project,
  me,
}) => {
  await typeInto(page, cellAt(page, 1, 'name'), 'Bea')
  await selectCell(page, 2, 'name')
  await page.keyboard.press('Control+Delete')
  await expect(save(page, 2)).toBeVisible()
  await selectTable(page, 'orders')
  await expect(cellAt(page, 1, 'name')).toHaveText('Bob')
  await expect(page.getByRole('button', { name: /^Save Changes/ })).toBeHidden()
  await selectTable(page, 'customers')
  await expect(cellAt(page, 1, 'name')).toHaveText('Bea')
  await expect(save(page, 2)).toBeVisible()
  await page.getByRole('button', { name: 'Add Row' }).click()
  await page.getByRole('button', { name: 'Diagram' }).click()
  await expect(save(page, 3)).toBeVisible()
  await page.getByRole('button', { name: 'Diagram' }).click()
  await page.getByRole('switch', { name: 'Editor Mode' }).click()
  await expect(save(page, 3)).toBeVisible()
  await page.getByRole('switch', { name: 'Editor Mode' }).click()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Settings' }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Data', exact: true }).click()
  await expect(cellAt(page, 2, 'name')).toHaveText('Bea')
  await expect(save(page, 3)).toBeVisible()

  await selectTable(page, 'orders')
  await typeInto(page, cellAt(page, 1, 'name'), 'Bill')
  await expect(save(page, 1)).toBeVisible()
  await expect(tableRow(page, 'customers')).toContainText('3')
  await expectClean(page)
  await createTable(page, 'drafts')
  await page.getByRole('link', { name: 'UI', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question).toContainText('Your changes to the schema are not saved and will be lost.')
  await expect(question).toContainText(
    'Unsaved changes to rows are kept: customers (3), orders (1).',
  )
  await question.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Save all (4)' }).click()
  await expect(page.getByText('4 changes in 2 tables')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Save (Changes|all)/ })).toHaveCount(0)
  const names = async (table: string) =>
    (await readRows(me, { projectId: project.id, table })).map(({ name }) => name)
  expect(await names('customers')).toEqual([null, 'Bea'])
  expect(await names('orders')).toEqual(['Bill', 'Ada'])
})

test('a toast says what was saved and what was refused', async ({ page, project, me }) => {
  const target = { projectId: project.id, table: 'customers' }
  await page.getByRole('button', { name: 'Add Row' }).click()
  await typeInto(page, cellAt(page, 1, 'total'), '129.5')
  await expect(cellAt(page, 1, 'total')).toHaveAttribute('data-problem')
  await save(page, 1).click()
  await expect(page.getByText('Nothing saved, 1 refused')).toBeVisible()
  await expect(page.getByText('Changes saved')).toBeHidden()
  await typeInto(page, cellAt(page, 2, 'name'), 'Bea')
  await typeInto(page, cellAt(page, 3, 'name'), 'Alan')
  await save(page, 3).click()
  await expect(page.getByText('2 saved, 1 refused')).toBeVisible()
  await expect(page.getByText('Some cells could not be saved')).toBeVisible()
  expect((await readRows(me, target)).map(({ name }) => name)).toEqual(['Bea', 'Alan'])
  await typeInto(page, cellAt(page, 1, 'total'), '130')
  await save(page, 1).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  expect(await readRows(me, target)).toHaveLength(3)
})

test('a failed save and a failed load are shown beside the rows', async ({
  page,
  context,
  project,
  me,
}) => {
  await typeInto(page, cellAt(page, 1, 'name'), 'Bea')
  await context.setOffline(true)
  await save(page, 1).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Some changes could not be saved' })
  await expect(alert).toContainText('The server could not be reached. Check your connection.')
  const grid = page.getByRole('grid', { name: 'Rows of customers' })
  const isBeside = async () => {
    const [message, rows] = [await alert.boundingBox(), await cellAt(page, 2, 'name').boundingBox()]
    return message !== null && rows !== null && message.y >= rows.y + rows.height
  }
  expect(await isBeside()).toBe(true)
  await expect(page.getByText('The rows could not be loaded')).toBeHidden()
  await expect(cellAt(page, 1, 'name')).toHaveText('Bea')
  await page.getByRole('button', { name: 'More grid options' }).click()
  await page.getByRole('menuitem', { name: 'Refresh' }).click()
  const load = page.getByRole('alert').filter({ hasText: 'The rows could not be loaded' })
  await expect(load).toBeVisible()
  await expect(cellAt(page, 2, 'name')).toHaveText('Ada')
  await expect(grid).toBeVisible()
  await expectClean(page)
  await page.screenshot({ path: 'test-results/grid-offline.png' })
  await load.getByRole('button', { name: 'Retry' }).click()
  await expect(load).toBeVisible()
  await context.setOffline(false)
  // The rows are loaded again by themselves, but nothing is saved unasked.
  await expect(load).toBeHidden()
  await alert.getByRole('button', { name: 'Save again' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await expect(alert).toBeHidden()
  const [first] = await readRows(me, { projectId: project.id, table: 'customers' })
  expect(first?.name).toBe('Bea')
})

test('a dialog asks before it discards what was typed', async ({ page }) => {
  const dialog = dialogOf(page, 'Edit Table')
  const name = dialog.getByLabel('Name', { exact: true })
  const question = page.getByRole('alertdialog', { name: 'Discard what you entered?' })
  const open = async () => {
    await tableRow(page, 'customers').hover()
    await page.getByRole('button', { name: 'Edit table customers' }).click()
    await expect(name).toBeFocused()
  }
  await open()
  await name.fill('clients')
  const waysToClose = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 400),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
  ]
  for (const close of waysToClose) {
    await close()
    await expect(question).toContainText('Your input in ‘Edit Table’ is not saved.')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()
    await expect(name).toHaveValue('clients')
  }
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await expect(tableRow(page, 'customers')).toBeVisible()

  await open()
  await name.fill('clients')
  await name.fill('customers')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open()
  await name.fill('clients')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})
