import { getProject, listRows, listWorkflows } from '@plinth/contract'
import { gridOf } from '../grid/grid-steps.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { see } from '../harness/seen.ts'
import { dialogOf, openData, tableRow } from './data-steps.ts'

test('an empty project starts from a CSV file or a starter, which fails wholly', async ({
  page,
  project,
  me,
}) => {
  test.setTimeout(120_000)
  const params = { projectId: project.id }
  const readState = async () => {
    const { configuration } = (await me.client.call(getProject, { params })).projectData
    const { workflows } = await me.client.call(listWorkflows, { params })
    return {
      draft: configuration.new_configuration.tables.map(({ name }) => name),
      applied: configuration.old_configuration.tables.map(({ name }) => name),
      workflows: workflows.map(({ name, active }) => ({ name, active })),
    }
  }
  await openData(page, project)
  await see(page, 'No tables available')
  await see(page, 'Back to Projects', { as: 'link' })
  await see(page, 'Create Table', { as: 'button' })
  await expect(page.getByRole('button', { name: /^Tasks/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Blog with sign-up/ })).toBeVisible()
  await expectClean(page)

  const csv = 'Full name,email,age\nAda,ada@example.com,36\n'
  const file = { name: 'people 2026.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await page.getByLabel('Table from CSV').last().setInputFiles(file)
  const table = dialogOf(page, 'Create Table')
  await expect(table.getByLabel('Name')).toHaveValue('people2026')
  await expect(table.getByLabel('Field 1', { exact: true })).toHaveValue('fullName')
  await expect(table.getByLabel('Field 3', { exact: true })).toHaveValue('age')
  await table.getByRole('button', { name: 'Cancel' }).click()
  await expect(table).toBeHidden()

  await page.getByRole('button', { name: /^Shop/ }).click()
  const dialog = dialogOf(page, 'Example: Shop')
  await expect(dialog.getByText('The tables are created in SQLite.')).toBeVisible()
  await expectClean(page)
  await page.route('**/api/data/orders**', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Network Error Nothing was kept.')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'failed' })).toHaveText(
    'Add the sample rowsfailed',
  )
  expect(await readState()).toEqual({ draft: [], applied: [], workflows: [] })

  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('2 tables, 7 rows and a workflow.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(tableRow(page, 'orders')).toBeVisible()
  await expect(gridOf(page, 'products')).toContainText('Green tea')
  const names = ['orders', 'products']
  expect(await readState()).toEqual({
    draft: names,
    applied: names,
    workflows: [{ name: 'Price a new order', active: true }],
  })
  const query = { $projectId: project.id }
  const { data } = await me.client.call(listRows, { params: { table: 'orders' }, query })
  expect(data).toHaveLength(3)
  // Nothing is left to save or to sync.
  await expect(page.getByText('Same as the database')).toBeVisible()
})
