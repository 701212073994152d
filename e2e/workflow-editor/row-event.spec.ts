import type { Page } from '@playwright/test'
import { createRow, listRuns } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { giveShop } from './shop-steps.ts'
import { entryOf, idInAddress, openEditor, readWorkflow, saveWorkflow } from './workflow-steps.ts'

async function choose(page: Page, label: string, option: string | RegExp) {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('row event: builds a filter by fields, checks it as text, and a row starts a run', async ({
  page,
  project,
  me,
}) => {
  const params = { projectId: project.id }
  const ada = await giveShop(me, project.id)
  await openEditor(page, project.id)
  await entryOf(page, 'Row event').click()
  const property = page.locator('[data-property=filter]')
  await expect(property.getByText('Choose a table to see its fields.')).toBeVisible()
  await choose(page, 'Table', 'orders')
  const filter = page.getByRole('textbox', { name: 'Only rows where' })
  const asText = property.getByRole('button', { name: 'Text', exact: true })
  const asForm = property.getByRole('button', { name: 'Form' })

  await test.step('offers options of a select and rows of a related table', async () => {
    await expect(property.getByText('Leave empty to match every change.')).toBeVisible()
    await choose(page, 'Field of condition 1', 'tier')
    await choose(page, 'Value of condition 1', 'gold')
    await property.getByRole('button', { name: 'Add condition' }).click()
    await choose(page, 'Field of condition 2', 'customer')
    await choose(page, 'Value of condition 2', /^Ada/)
    await expectClean(page)
    await asText.click()
    await expect(filter).toHaveValue(`tier = "gold" && customer = "${ada}"`)
  })

  await test.step('checks the text, and shows what the builder can show', async () => {
    await filter.fill('color = 1')
    await expect(page.getByText('Column with name color not found in table orders')).toBeVisible()
    await expect(asForm).toBeDisabled()
    await filter.fill('@request.old.total < total')
    await expect(property.getByText('The form cannot show this value.')).toBeVisible()
    await expect(property.getByRole('alert')).toHaveCount(0)
    await filter.fill(`total > 100 && customer = "${ada}"`)
    await asForm.click()
    await expect(page.getByRole('textbox', { name: 'Value of condition 1' })).toHaveValue('100')
    await expect(page.getByRole('combobox', { name: 'Value of condition 2' })).toContainText('Ada')
  })

  await page.getByRole('textbox', { name: 'Workflow name' }).fill('Large orders')
  await page.getByRole('switch', { name: 'Active' }).first().click()
  await saveWorkflow(page, 'Workflow created successfully')
  const workflowId = await idInAddress(page)
  const { nodes } = await readWorkflow(me, project.id, workflowId)
  expect(nodes[0]?.data.parameters).toMatchObject({
    filter: `total > 100 && customer = "${ada}"`,
  })
  const query = { $projectId: project.id }
  for (const row of [
    { title: 'Small', total: 50, customer: ada },
    { title: 'Of nobody', total: 500 },
    { title: 'Large', total: 500, customer: ada },
  ])
    await me.client.call(createRow, { params: { table: 'orders' }, query, body: row })
  const runs = async () =>
    (await me.client.call(listRuns, { params, query: { workflowId } })).runs.map(
      ({ trigger, status }) => `${trigger} ${status}`,
    )
  await expect.poll(runs).toEqual(['row succeeded'])
})
