import { expect, test } from '../harness/fixtures.ts'
import { measured, see } from '../harness/seen.ts'
import {
  columnNames,
  createField,
  createTable,
  giveTables,
  openColumnMenu,
  openData,
  openRules,
  readTable,
  saveAll,
  selectTable,
} from './data-steps.ts'

test('shows the columns of the selected table', async ({ page, project, me }) => {
  await giveTables(me, project.id, [
    {
      id: 'a',
      name: 'orders',
      columns: [
        { id: 'a2', name: 'total', order: 2, type: 'number' },
        { id: 'a1', name: 'title', order: 1, type: 'text' },
      ],
    },
    { id: 'v', name: 'totals', order: 1, type: 'Computed', query: 'select 1 as id' },
  ])
  await openData(page, project)
  const names = await columnNames(page)
  expect(names).toEqual(['id', 'title', 'total', 'createdOn', 'updatedOn'])
  measured('columns.sort', ['order'])
  measured('grid.columns', [names[0], ...names.slice(-2)])
  for (const name of ['id', 'createdOn', 'updatedOn']) {
    await see(page, name, { as: 'columnheader' })
  }
  await expect(page.getByText('Rows appear here once this table is in the database.')).toBeVisible()

  const locked: string[] = []
  for (const name of names) {
    const menu = await openColumnMenu(page, name)
    await expect(menu.getByRole('menuitem', { name: 'Sort Ascending' })).toBeVisible()
    if (!(await menu.getByRole('menuitem', { name: /^(Edit|Delete)$/ }).count())) locked.push(name)
    await page.keyboard.press('Escape')
  }
  measured('grid.lockedColumns', locked)

  const header = page.getByRole('columnheader', { name: 'title', exact: true })
  const menu = await openColumnMenu(page, 'title')
  for (const item of ['Edit', 'Sort Ascending', 'Sort Descending', 'Delete']) {
    await see(menu, item, { as: 'menuitem' })
  }
  await menu.getByRole('menuitem', { name: 'Sort Descending' }).click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')

  await selectTable(page, 'totals')
  await expect(page.getByRole('columnheader')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add Field' })).toBeHidden()
})

test('a column is 160 px wide and can be resized by mouse and keyboard', async ({
  page,
  project,
  me,
}) => {
  await giveTables(me, project.id, [{ id: 'a', name: 'orders' }])
  await openData(page, project)
  const header = page.getByRole('columnheader', { name: 'id', exact: true })
  const width = async () => Math.round((await header.boundingBox())?.width ?? 0)
  measured('grid.columnWidth', await width())
  const edge = page.getByRole('separator', { name: 'Width of id', exact: true })
  await edge.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(width).toBe(170)
  await expect(edge).toHaveAttribute('aria-valuenow', '170')
  const box = await edge.boundingBox()
  if (!box) throw new Error('The edge is not in view')
  await page.mouse.move(box.x + 4, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + 64, box.y + 10)
  await page.mouse.up()
  await expect.poll(width).toBe(230)
  await edge.dblclick()
  await expect.poll(width).toBe(160)
})

test('an Auth table starts with the sign-in fields', async ({ page, project, me }) => {
  await openData(page, project)
  await page.getByRole('button', { name: 'Create Table' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Table' })
  for (const type of ['Base', 'Auth', 'Computed']) await see(dialog, type, { as: 'radio' })
  await dialog.getByLabel('Name').fill('people')
  await dialog.getByRole('radio', { name: 'Auth' }).check({ force: true })
  await expect(dialog.getByText('guests cannot sign up')).toBeVisible()
  await dialog.getByRole('button', { name: 'Anyone can sign up' }).click()
  await expect(dialog.getByText('guests can sign up')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect
    .poll(() => columnNames(page))
    .toEqual(['id', 'email', 'password', 'verified', 'createdOn', 'updatedOn'])
  const menu = await openColumnMenu(page, 'password')
  await expect(menu.getByRole('menuitem', { name: 'Delete' })).toBeHidden()
  await menu.getByRole('menuitem', { name: 'Edit' }).click()
  const field = page.getByRole('dialog', { name: 'Edit Field' })
  await expect(field.getByLabel('Name', { exact: true })).toBeDisabled()
  await field.getByRole('button', { name: 'Cancel' }).click()
  await createField(page, { name: 'nickname' })
  await saveAll(page)
  const { table, columns } = await readTable(me, project.id, 'people')
  expect(table).toMatchObject({ type: 'Auth', rules: { create: 'true' } })
  expect(columns).toMatchObject({
    email: { type: 'email', options: { isUnique: true, isRequired: true } },
    password: { type: 'text', options: { isHashed: true, isRequired: true } },
    verified: { type: 'checkbox' },
    nickname: { type: 'text' },
  })
})

test('a Computed table has a SELECT instead of fields', async ({ page, project, me }) => {
  await giveTables(me, project.id, [{ id: 'a', name: 'orders' }])
  await openData(page, project)
  await createTable(page, 'totals', 'Computed')
  await expect(page.getByRole('button', { name: 'Add Field' })).toBeHidden()
  await page.getByRole('button', { name: 'Edit SELECT' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Table' })
  await openRules(dialog)
  await expect(dialog.getByRole('textbox', { name: /rule$/ })).toHaveCount(2)
  await dialog.getByRole('textbox', { name: 'SELECT' }).fill('select id from orders')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await saveAll(page)
  const { table } = await readTable(me, project.id, 'totals')
  expect(table).toMatchObject({ type: 'Computed', query: 'select id from orders', columns: [] })
})
