import { createRow, listRuns, syncDatabase } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { giveTables } from '../schema-editor/data-steps.ts'
import { entryOf, idInAddress, openEditor, saveWorkflow } from './workflow-steps.ts'

test('row event: selects the table, checks the filter, and a row starts a run', async ({
  page,
  project,
  me,
}) => {
  const params = { projectId: project.id }
  await giveTables(me, project.id, [
    { id: 't_order', name: 'order', columns: [{ id: 'c_total', name: 'total', type: 'number' }] },
  ])
  await me.client.call(syncDatabase, { params, body: {} })
  await openEditor(page, project.id)
  await entryOf(page, 'Row event').click()
  const panel = page.getByRole('combobox', { name: 'Table' })
  await panel.click()
  await page.getByRole('option', { name: 'order' }).click()
  await expect(panel).toHaveText('order')
  const filter = page.getByRole('textbox', { name: 'Only rows where' })
  await filter.fill('color = 1')
  await expect(page.getByText('Column with name color not found in table order')).toBeVisible()
  await filter.fill('total > 100')
  await expect(page.getByText('Leave empty to match every change.')).toBeVisible()
  await expectClean(page)
  await page.getByRole('textbox', { name: 'Workflow name' }).fill('Large orders')
  await page.getByRole('switch', { name: 'Active' }).first().click()
  await saveWorkflow(page, 'Workflow created successfully')
  const workflowId = await idInAddress(page)
  for (const total of [50, 500]) {
    const query = { $projectId: project.id }
    await me.client.call(createRow, { params: { table: 'order' }, query, body: { total } })
  }
  const runs = async () =>
    (await me.client.call(listRuns, { params, query: { workflowId } })).runs.map(
      ({ trigger, status }) => `${trigger} ${status}`,
    )
  await expect.poll(runs).toEqual(['row succeeded'])
})
