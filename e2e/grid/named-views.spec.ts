import type { Browser, Page } from '@playwright/test'
import { planSync, syncDatabase } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { enter, expect, type Person, test } from '../harness/fixtures.ts'
import { addMember, addStaff } from '../harness/platform.ts'
import { product } from '../harness/product.ts'
import { columnNames, giveTables, tableRow } from '../schema-editor/data-steps.ts'
import { cellAt, giveRows, giveStoredTables, gridOf, openGrid } from './grid-steps.ts'

test.use({ viewport: { width: 1280, height: 720 } })

const tablesWith = (...names: string[]) => [
  {
    id: 't1',
    name: 'orders',
    columns: names.map((name, at) => {
      const [id = '', label = id] = name.split(':')
      const type = id === 'size' ? ('number' as const) : ('text' as const)
      return { id, name: label, order: at, type }
    }),
  },
]

/** A member of the project in a browser of their own. */
async function openAs(browser: Browser, { token }: Person): Promise<Page> {
  const origin = product().address
  const localStorage = [{ name: 'token', value: token }]
  const context = await browser.newContext({
    baseURL: origin,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
    viewport: { width: 1440, height: 900 },
  })
  return context.newPage()
}

const wordsOf = (page: Page, column: string) => () =>
  gridOf(page, 'orders').locator(`[role=gridcell][id$="-${column}"]`).allInnerTexts()

async function setFilter(page: Page, text: string) {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.locator('.cm-content').fill(text)
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
}

/** Opens the menu of views by keyboard and chooses an entry of it. */
async function chooseInMenu(page: Page, entry: RegExp) {
  await page.getByRole('button', { name: /^View: / }).press('Enter')
  const menu = page.getByRole('menu')
  await menu.locator('[role^=menuitem]').filter({ hasText: entry }).press('Enter')
  await expect(menu).toBeHidden()
}

test('saves, shares, links, changes and deletes a named view', async ({
  page,
  browser,
  project,
  me,
  platform,
}) => {
  test.setTimeout(180_000)
  await giveStoredTables(me, project.id, tablesWith('name', 'state', 'size'))
  await giveRows(me, { projectId: project.id, table: 'orders' }, [
    { name: 'a', state: 'open', size: 1 },
    { name: 'b', state: 'closed', size: 2 },
    { name: 'c', state: 'open', size: 3 },
  ])
  const colleague = await enter(await addStaff(platform))
  await addMember(platform, { staffId: colleague.id, projectId: project.id, role: 'developer' })
  await openGrid(page, project, 'orders')
  await expect.poll(wordsOf(page, 'name')).toEqual(['c', 'b', 'a'])
  await expect(tableRow(page, 'orders')).toContainText('3')
  const inList = page.getByRole('button', { name: 'orders', exact: true })
  await expect(inList).toHaveAccessibleDescription('Has 3 rows')

  await test.step('a view has the filter, the sort and the columns', async () => {
    await setFilter(page, 'state = "open"')
    await expect.poll(wordsOf(page, 'name')).toEqual(['c', 'a'])
    await chooseInMenu(page, /^Save as new view/)
    const dialog = page.getByRole('dialog', { name: 'Save view' })
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await expectClean(page)
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Name is required')).toBeVisible()
    await page.keyboard.type('Open orders')
    await expect(dialog.getByText('Name is required')).toBeHidden()
    await dialog.getByRole('switch', { name: 'Shared with the project' }).press(' ')
    const unfiltered: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      const isList = pathname.endsWith('/api/data/orders') && request.method() === 'GET'
      if (isList && !searchParams.has('$filter')) unfiltered.push(request.url())
    })
    await dialog.getByLabel('Name').press('Enter')
    await expect(page.getByRole('button', { name: 'View: Open orders' })).toBeFocused()
    await expect(page).toHaveURL(/table=t1&view=viw_/)
    await expect.poll(wordsOf(page, 'name')).toEqual(['c', 'a'])
    // The rows do not go through the remembered view on the way.
    expect(unfiltered).toEqual([])
  })

  await test.step('a change to the view is unsaved until it is saved', async () => {
    await page.getByRole('columnheader', { name: 'size' }).click()
    await expect.poll(wordsOf(page, 'name')).toEqual(['a', 'c'])
    await page.getByRole('button', { name: 'Options of state' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Hide', exact: true }).press('Enter')
    const changed = page.getByRole('button', { name: 'View: Open orders, unsaved changes' })
    await expect(changed).toBeVisible()
    await expect(page.getByText('Unsaved', { exact: true })).toBeVisible()
    await expectClean(page)

    // My view is as it was, and the changes wait in the other one.
    await chooseInMenu(page, /^My view/)
    await expect.poll(wordsOf(page, 'name')).toEqual(['c', 'b', 'a'])
    expect(await columnNames(page)).toContain('state')
    await expect(page.getByText('Unsaved', { exact: true })).toBeHidden()
    await chooseInMenu(page, /^Open orders/)
    await expect.poll(wordsOf(page, 'name')).toEqual(['a', 'c'])
    await page.getByRole('button', { name: 'Save view' }).press('Enter')
    await expect(page.getByText('View ‘Open orders’ saved').last()).toBeVisible()
    await expect(page.getByRole('button', { name: 'View: Open orders', exact: true })).toBeFocused()
    await page.reload()
    await expect.poll(wordsOf(page, 'name')).toEqual(['a', 'c'])
    expect(await columnNames(page)).toEqual(['id', 'name', 'size', 'createdOn', 'updatedOn'])
  })

  const there = await openAs(browser, colleague)
  await test.step('another member opens the link and cannot change the view', async () => {
    await there.goto(page.url())
    await expect.poll(wordsOf(there, 'name')).toEqual(['a', 'c'])
    await there.getByRole('columnheader', { name: 'size' }).click()
    await expect.poll(wordsOf(there, 'name')).toEqual(['c', 'a'])
    await there.getByRole('button', { name: 'View: Open orders, unsaved changes' }).press('Enter')
    const menu = there.getByRole('menu')
    await expect(menu.getByRole('menuitemradio', { name: /Open orders Shared by/ })).toBeChecked()
    await expect(menu.getByRole('menuitem', { name: 'Save view' })).toBeHidden()
    await expect(menu.getByRole('menuitem', { name: 'Delete view…' })).toBeHidden()
    await expectClean(there)
    await menu.getByRole('menuitem', { name: 'Discard changes' }).press('Enter')
    await expect.poll(wordsOf(there, 'name')).toEqual(['a', 'c'])
  })

  await test.step('renamed fields keep their place, and a deleted one refuses the filter', async () => {
    await giveStoredTables(me, project.id, tablesWith('name', 'state:status', 'size:amount'))
    await page.reload()
    await expect.poll(wordsOf(page, 'name')).toEqual(['a', 'c'])
    const chip = page.getByRole('button', { name: 'Edit filter: status = "open"' })
    await expect(chip).toBeVisible()
    expect(await columnNames(page)).toEqual(['id', 'name', 'amount', 'createdOn', 'updatedOn'])
    await giveTables(me, project.id, tablesWith('name', 'size:amount'))
    const params = { projectId: project.id }
    const { plan } = await me.client.call(planSync, { params })
    const confirm = plan.steps.map(({ id }) => id)
    await me.client.call(syncDatabase, { params, body: { planId: plan.planId, confirm } })
    await page.reload()
    await expect(page.getByText('The rows could not be loaded')).toBeVisible()
    await page.getByRole('button', { name: 'Remove filter' }).click()
    await expect.poll(wordsOf(page, 'name')).toEqual(['a', 'b', 'c'])
    await page.getByRole('button', { name: 'Save view' }).click()
    await expect(page.getByText('Unsaved', { exact: true })).toBeHidden()
  })

  await test.step('a view that was made private or deleted is not found', async () => {
    await chooseInMenu(page, /^Rename or share/)
    const dialog = page.getByRole('dialog', { name: 'Rename or share view' })
    await dialog.getByLabel('Name').fill('All orders')
    await dialog.getByRole('switch', { name: 'Shared with the project' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('button', { name: 'View: All orders' })).toBeVisible()
    await there.reload()
    await expect(there.getByText('This view was not found')).toBeVisible()
    await expect(there.getByRole('button', { name: 'View: My view' })).toBeVisible()
    await there.context().close()
    await chooseInMenu(page, /^Delete view/)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('button', { name: 'View: My view' })).toBeVisible()
    await expect(page).not.toHaveURL(/view=/)
  })
})

test('pins columns that stay in view while the others scroll', async ({ page, project, me }) => {
  const more = Array.from({ length: 8 }, (_, at) => `more${at}`)
  await giveStoredTables(me, project.id, tablesWith('name', 'state', 'size', ...more))
  await giveRows(me, { projectId: project.id, table: 'orders' }, [{ name: 'a' }, { name: 'b' }])
  await openGrid(page, project, 'orders')
  const act = async (column: string, entry: string) => {
    await page.getByRole('button', { name: `Options of ${column}`, exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: entry, exact: true }).press('Enter')
  }
  await act('size', 'Pin')
  await act('name', 'Pin')
  expect((await columnNames(page)).slice(0, 4)).toEqual(['name', 'size', 'id', 'state'])
  const leftOf = async (row: number, column: string) =>
    (await cellAt(page, row, column).boundingBox())?.x ?? 0
  const left = await leftOf(1, 'name')

  // The last cell is scrolled into view; pinned cells stay where they are, and the next key reveals what they cover.
  await cellAt(page, 1, 'name').click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+ArrowRight')
  await expect(cellAt(page, 1, 'updatedOn')).toBeInViewport({ ratio: 1 })
  expect([await leftOf(1, 'name'), await leftOf(1, 'size')]).toEqual([left, left + 160])
  await expectClean(page)
  for (let steps = 0; steps < 10; steps += 1) await page.keyboard.press('ArrowLeft')
  const grid = gridOf(page, 'orders')
  await expect(grid).toHaveAttribute('aria-activedescendant', /-state$/)
  expect(await leftOf(1, 'state')).toBeGreaterThanOrEqual(left + 320)

  // A pinned cell is edited in its place while the others are scrolled away.
  await page.keyboard.press('Control+ArrowRight')
  await cellAt(page, 2, 'name').click()
  const editor = page.getByRole('textbox', { name: 'name' })
  await expect(editor).toBeFocused()
  expect(Math.abs(((await editor.boundingBox())?.x ?? 0) - left)).toBeLessThan(3)
  await editor.fill('changed')
  await page.keyboard.press('Enter')
  await expect(cellAt(page, 2, 'name')).toHaveText('changed')
  await act('name', 'Unpin')
  expect((await columnNames(page)).slice(0, 2)).toEqual(['size', 'id'])
  await page.getByRole('button', { name: 'Cancel Changes' }).click()
})
