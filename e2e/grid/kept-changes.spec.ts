import type { Page } from '@playwright/test'
import { createRow, updateRow } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { selectTable, tableRow } from '../schema-editor/data-steps.ts'
import { cellAt, giveRows, giveStoredTables, openGrid, readRows, typeInto } from './grid-steps.ts'

const NAMES = ['ants', 'bees', 'cats', 'dogs', 'eels']
const TABLES = NAMES.map((name, order) => ({
  id: name,
  name,
  order,
  columns: [
    { id: `${name}-name`, name: 'name', order: 0, type: 'text' as const },
    {
      id: `${name}-pin`,
      name: 'pin',
      order: 1,
      type: 'text' as const,
      options: { isHashed: true },
    },
  ],
}))

async function expectCounts(page: Page, counts: readonly number[]) {
  for (const [at, count] of counts.entries()) {
    const words = count === 1 ? '1 unsaved change' : `${count} unsaved changes`
    const row = tableRow(page, NAMES[at] ?? '')
    if (count === 0) await expect(row).not.toContainText('unsaved')
    else await expect(row).toContainText(words)
  }
}

const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

test('edits of five tables survive three reloads and a lost connection', async ({
  page,
  context,
  project,
  me,
}) => {
  test.setTimeout(120_000)
  await giveStoredTables(me, project.id, TABLES)
  const target = (table: string) => ({ projectId: project.id, table })
  for (const table of NAMES)
    await giveRows(me, target(table), [{ name: 'one' }, { name: 'two' }, { name: 'three' }])
  await openGrid(page, project, 'ants')
  const edit = async (table: string, row: number, text: string) => {
    await selectTable(page, table)
    await expect(cellAt(page, 3, 'name')).not.toHaveText('')
    await typeInto(page, cellAt(page, row, 'name'), text)
  }
  for (const table of NAMES) await edit(table, 1, `${table} 1`)
  await page.getByRole('button', { name: 'Add Row' }).click()
  await typeInto(page, cellAt(page, 1, 'name'), 'new eel')
  await page.reload()
  await expectCounts(page, [1, 1, 1, 1, 2])
  await selectTable(page, 'eels')
  await expect(cellAt(page, 1, 'name')).toHaveText('new eel')
  await expect(cellAt(page, 2, 'name')).toHaveText('eels 1')

  for (const table of NAMES.slice(0, 3)) await edit(table, 2, `${table} 2`)
  await selectTable(page, 'dogs')
  await cellAt(page, 3, 'name').click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Delete')
  await page.reload()
  await expectCounts(page, [2, 2, 2, 2, 2])
  await selectTable(page, 'dogs')
  await expect(page.locator('[data-state=deleted]')).toHaveCount(1)
  await page.screenshot({ path: 'test-results/grid-kept.png' })

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save all (10)' }).click()
  await expect(page.getByText('Nothing saved, 10 failed')).toBeVisible()
  await typeInto(page, cellAt(page, 2, 'name'), 'dogs 2')
  await expectCounts(page, [2, 2, 2, 3, 2])
  await context.setOffline(false)
  await page.reload()
  await expectCounts(page, [2, 2, 2, 3, 2])

  // The server creates the row, but its answer is lost: saving again adds no second one.
  await page.route('**/api/data/eels?**', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Save all (11)' }).click()
  await expect(page.getByText('10 saved, 1 failed')).toBeVisible()
  await expectCounts(page, [0, 0, 0, 0, 1])
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Save all (1)' }).click()
  await expect(page.getByText('1 change in eels')).toBeVisible()
  await expectCounts(page, [0, 0, 0, 0, 0])
  const names = async (table: string) => (await readRows(me, target(table))).map(({ name }) => name)
  for (const table of NAMES.slice(0, 3))
    expect(await names(table)).toEqual([`${table} 1`, `${table} 2`, 'one'])
  expect(await names('dogs')).toEqual(['dogs 1', 'dogs 2'])
  expect(await names('eels')).toEqual(['new eel', 'eels 1', 'two', 'one'])
  await expect.poll(() => stored(page)).not.toContain('dogs 1')
})

test('a reload shows conflicts, asks again for hashed values, and signing out clears all', async ({
  page,
  project,
  me,
}) => {
  await giveStoredTables(me, project.id, TABLES.slice(0, 2))
  const target = { projectId: project.id, table: 'ants' }
  const rows = await giveRows(me, target, [{ name: 'one' }, { name: 'two' }, { name: 'three' }])
  await openGrid(page, project, 'ants')
  await typeInto(page, cellAt(page, 1, 'name'), 'mine')
  await typeInto(page, cellAt(page, 2, 'name'), 'mine too')
  await typeInto(page, cellAt(page, 3, 'pin'), 'a secret')
  await expect(page.getByRole('button', { name: 'Save Changes (3)' })).toBeVisible()
  await me.client.call(updateRow, {
    params: { table: 'ants', id: rows[2]?.id ?? '' },
    query: { $projectId: project.id },
    body: { name: 'theirs' },
  })
  await me.client.call(createRow, {
    params: { table: 'ants' },
    query: { $projectId: project.id },
    body: { name: 'four' },
  })
  await page.reload()
  await expect(page.getByText('Another user changed the same rows')).toBeVisible()
  await expect(cellAt(page, 2, 'name')).toHaveAttribute('data-clash')
  await expect(cellAt(page, 2, 'name')).toHaveText('mine')
  await expect(cellAt(page, 3, 'name')).toHaveText('mine too')
  await expect(cellAt(page, 3, 'name')).not.toHaveAttribute('data-clash')
  await expect(cellAt(page, 4, 'pin')).toHaveAttribute('data-problem')
  await expect.poll(() => stored(page)).toContain('mine too')
  await expect.poll(() => stored(page)).not.toContain('a secret')
  await expect(page.getByRole('button', { name: '2 cells need attention' })).toBeVisible()
  await expectClean(page)
  await page.screenshot({ path: 'test-results/grid-restored.png' })
  await page.getByRole('button', { name: 'Save Changes (3)' }).click()
  await expect(page.getByText('1 saved, 1 refused, 1 in conflict')).toBeVisible()
  await typeInto(page, cellAt(page, 4, 'pin'), 'a secret')
  await expect(cellAt(page, 4, 'pin')).not.toHaveAttribute('data-problem')

  const signOut = async () => {
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  }
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible()
  await signOut()
  const question = page.getByRole('alertdialog', { name: 'Sign out without saving?' })
  await expect(question).toContainText(`2 changes in ants of ${project.name}`)
  await expectClean(page)
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(/settings/)
  await signOut()
  await question.getByRole('button', { name: 'Sign Out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect.poll(() => stored(page)).not.toContain('unsaved')
})

test('says when changes are too large to keep over a reload', async ({ page, project, me }) => {
  await giveStoredTables(me, project.id, TABLES.slice(0, 1))
  await giveRows(me, { projectId: project.id, table: 'ants' }, [{ name: 'one' }])
  await openGrid(page, project, 'ants')
  // The space is shared with the other environment and other tables of the project.
  await page.evaluate(
    (key) => sessionStorage.setItem(key, 'x'.repeat(999_900)),
    `unsaved ${project.id} rows production bees`,
  )
  await typeInto(page, cellAt(page, 1, 'name'), 'x'.repeat(200))
  const notice = page.getByText('1 unsaved change is too large to keep over a reload')
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: 'Cancel Changes' }).click()
  await expect(notice).toBeHidden()
})
