import type { Page } from '@playwright/test'
import { createTableView, deleteTableView } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { columnNames, createTable, selectTable } from '../schema-editor/data-steps.ts'
import { giveRows, giveStoredTables, gridOf } from './grid-steps.ts'

const TABLES = ['orders', 'people'].map((name, order) => ({
  id: name,
  name,
  order,
  columns: [
    { id: `${name}-name`, name: 'name', order: 0, type: 'text' as const },
    { id: `${name}-state`, name: 'state', order: 1, type: 'text' as const },
    { id: `${name}-size`, name: 'size', order: 2, type: 'number' as const },
  ],
}))

const namesOf = (page: Page) => () =>
  gridOf(page, 'orders').locator('[role=gridcell][id$="-name"]').allInnerTexts()
const viewButton = (page: Page, name: string) => page.getByRole('button', { name: `View: ${name}` })
const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

test('unsaved changes of a view stay over tables, screens and reloads', async ({
  page,
  project,
  me,
}) => {
  await giveStoredTables(me, project.id, TABLES)
  await giveRows(me, { projectId: project.id, table: 'orders' }, [
    { name: 'a', state: 'open', size: 1 },
    { name: 'b', state: 'closed', size: 2 },
    { name: 'c', state: 'open', size: 3 },
  ])
  const params = { projectId: project.id }
  const { view } = await me.client.call(createTableView, {
    params,
    body: { tableId: 'orders', name: 'Big first', isShared: true, settings: {} },
  })
  const address = `/project/${project.id}/data?table=orders&view=${view.id}`
  await page.goto(address)
  await expect.poll(namesOf(page)).toEqual(['c', 'b', 'a'])

  // Filter, sort, hidden and pinned columns.
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.locator('.cm-content').fill('state = "open"')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('columnheader', { name: 'size' }).click()
  await expect.poll(namesOf(page)).toEqual(['a', 'c'])
  for (const [column, entry] of [
    ['state', 'Hide'],
    ['size', 'Pin'],
  ] as const) {
    await page.getByRole('button', { name: `Options of ${column}`, exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: entry, exact: true }).press('Enter')
  }
  const columns = ['size', 'id', 'name', 'createdOn', 'updatedOn']
  const expectChanged = async () => {
    await expect(viewButton(page, 'Big first, unsaved changes')).toBeVisible()
    await expect.poll(namesOf(page)).toEqual(['a', 'c'])
    await expect.poll(() => columnNames(page)).toEqual(columns)
  }
  await expectChanged()
  await page.reload()
  await expectChanged()
  await expectClean(page)

  // Another table and another screen; the menu marks the view.
  await selectTable(page, 'people')
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible()
  await page.reload()
  await page.getByRole('link', { name: 'Data', exact: true }).click()
  await selectTable(page, 'orders')
  await viewButton(page, 'My view').press('Enter')
  const choice = page.getByRole('menuitemradio', { name: /^Big first/ })
  await expect(choice).toContainText('Unsaved changes')
  await expectClean(page)
  await choice.press('Enter')
  await expectChanged()

  // Leaving with an unsaved schema and signing out both name the view.
  await createTable(page, 'drafts')
  await page.getByRole('link', { name: 'UI', exact: true }).click()
  const leaving = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(leaving).toContainText('Unsaved changes to views are kept: Big first.')
  await leaving.getByRole('button', { name: 'Leave' }).click()
  const signOut = async () => {
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  }
  await signOut()
  const question = page.getByRole('alertdialog', { name: 'Sign out without saving?' })
  await expect(question).toContainText(`the view ‘Big first’ of ${project.name}`)
  await expectClean(page)
  await question.getByRole('button', { name: 'Stay' }).click()

  // Discarded changes leave the storage.
  await page.goto(address)
  await expectChanged()
  await viewButton(page, 'Big first, unsaved changes').press('Enter')
  await page.getByRole('menuitem', { name: 'Discard changes' }).press('Enter')
  await expect.poll(namesOf(page)).toEqual(['c', 'b', 'a'])
  await expect.poll(() => stored(page)).not.toContain('Big first')
  await page.reload()
  await expect(viewButton(page, 'Big first')).toBeVisible()
  await expect(page.getByText('Unsaved', { exact: true })).toBeHidden()

  // The changes of a view that was deleted meanwhile are dropped, and the page says so.
  await page.getByRole('columnheader', { name: 'size' }).click()
  await expect(page.getByText('Unsaved', { exact: true })).toBeVisible()
  const { id: viewId, revision } = view
  await me.client.call(deleteTableView, { params: { ...params, viewId }, ifMatch: revision })
  await page.reload()
  await expect(page.getByText('This view was not found')).toBeVisible()
  await expect.poll(() => stored(page)).not.toContain('Big first')
  await signOut()
  await page.waitForURL((url) => url.pathname === '/')
})

test('says when the changes of a view are too large to keep', async ({ page, project, me }) => {
  await giveStoredTables(me, project.id, TABLES.slice(0, 1))
  const { view } = await me.client.call(createTableView, {
    params: { projectId: project.id },
    body: { tableId: 'orders', name: 'Small', isShared: false, settings: {} },
  })
  await page.goto(`/project/${project.id}/data?table=orders&view=${view.id}`)
  await expect(viewButton(page, 'Small')).toBeVisible()
  await page.evaluate(
    (key) => sessionStorage.setItem(key, 'x'.repeat(999_990)),
    `unsaved ${project.id} rows production bees`,
  )
  await page.getByRole('columnheader', { name: 'size' }).click()
  await expect(page.getByText('Unsaved, not kept over a reload')).toBeVisible()
  await expectClean(page)
})
