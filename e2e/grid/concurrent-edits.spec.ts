import { deleteRow, updateRow } from '@plinth/contract'
import { expect, test } from '../harness/fixtures.ts'
import {
  cellAt,
  giveRows,
  giveStoredTables,
  openGrid,
  readRows,
  selectCell,
  typeInto,
} from './grid-steps.ts'
import { SHEET } from './grid-tables.ts'

test('shows rejected values with the reason and does not overwrite concurrent changes', async ({
  page,
  project,
  me,
}) => {
  const target = { projectId: project.id, table: 'sheet' }
  await giveStoredTables(me, project.id, [SHEET])
  const rows = await giveRows(me, target, [
    { f0: 'c', f1: 'x' },
    { f0: 'b', f1: 'y' },
  ])
  await openGrid(page, project, 'sheet')
  await expect(cellAt(page, 1, 'f0')).toHaveText('b')
  await typeInto(page, cellAt(page, 1, 'f0'), 'c')
  await typeInto(page, cellAt(page, 2, 'f2'), 'kept')
  await page.getByRole('button', { name: 'Save Changes (2)' }).click()
  await expect(page.getByText('Some cells could not be saved')).toBeVisible()
  await expect(cellAt(page, 1, 'f0')).toHaveAttribute('data-problem')
  await expect(page.getByRole('button', { name: 'Save Changes (1)' })).toBeVisible()
  await page.getByRole('button', { name: '1 cell needs attention' }).click()
  await expect(page.getByText('Another row already has this value')).toBeVisible()
  await page.screenshot({ path: 'test-results/grid-refused.png' })
  await page.getByRole('button', { name: 'Cancel Changes' }).click()

  const other = async (id: string | undefined, body: Record<string, unknown>) =>
    me.client.call(updateRow, {
      params: { table: 'sheet', id: id ?? '' },
      query: { $projectId: project.id },
      body,
    })
  await other(rows[1]?.id, { f3: 'beside' })
  await other(rows[0]?.id, { f1: 'theirs' })
  await typeInto(page, cellAt(page, 1, 'f1'), 'mine')
  await typeInto(page, cellAt(page, 2, 'f1'), 'mine')
  await page.getByRole('button', { name: 'Save Changes (2)' }).click()
  await expect(page.getByText('Another user changed the same rows')).toBeVisible()
  await expect(cellAt(page, 1, 'f1')).not.toHaveAttribute('data-pending')
  await expect(cellAt(page, 2, 'f1')).toHaveAttribute('data-clash')
  expect((await readRows(me, target)).map(({ f1 }) => f1)).toEqual(['mine', 'theirs'])
  await cellAt(page, 2, 'f1').click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Changed by another user to ‘theirs’')).toBeVisible()
  await page.screenshot({ path: 'test-results/grid-clash.png' })
  await page.getByRole('button', { name: 'Keep mine' }).click()
  const reread = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().includes('/data/sheet?'),
  )
  await page.getByRole('button', { name: 'Save Changes (1)' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await (await reread).finished()
  expect((await readRows(me, target)).map(({ f1, f3 }) => [f1, f3])).toEqual([
    ['mine', 'beside'],
    ['mine', null],
  ])

  await other(rows[1]?.id, { f3: 'again' })
  await selectCell(page, 1, 'f2')
  await page.keyboard.press('Control+Delete')
  await page.getByRole('button', { name: 'Save Changes (1)' }).click()
  await page.getByRole('button', { name: '1 cell needs attention' }).click()
  await expect(page.getByText('Changed by another user to ‘again’')).toBeVisible()
  await page.screenshot({ path: 'test-results/grid-not-deleted.png' })
  await page.getByRole('button', { name: 'Keep the row' }).click()
  await expect(page.getByRole('button', { name: /^Save Changes/ })).toBeHidden()
  await expect(cellAt(page, 1, 'f3')).toHaveText('again')

  await me.client.call(deleteRow, {
    params: { table: 'sheet', id: rows[0]?.id ?? '' },
    query: { $projectId: project.id },
  })
  await typeInto(page, cellAt(page, 2, 'f4'), 'late')
  await page.getByRole('button', { name: 'Save Changes (1)' }).click()
  await expect(page.getByText('Another user deleted a row that you changed')).toBeVisible()
  await expect(cellAt(page, 1, 'f4')).toHaveText('late')
  await page.getByRole('button', { name: 'Save Changes (1)' }).click()
  await expect(page.getByRole('button', { name: /^Save Changes/ })).toBeHidden()
  expect(await readRows(me, target)).toMatchObject([
    { f0: 'c', f1: 'mine', f4: 'late' },
    { f0: 'b', f3: 'again' },
  ])
})
