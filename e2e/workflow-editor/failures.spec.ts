import { expect, test } from '../harness/fixtures.ts'
import { see, seeConfirm } from '../harness/seen.ts'
import { cardOf, drawNode, giveWorkflow, readKinds } from './workflow-steps.ts'

test('shows failures and loses no edits', async ({ page, project, me }) => {
  const kindOf = await readKinds(me, project.id)
  const nodes = [drawNode(kindOf('trigger-manual'), { label: 'Start', x: 40, y: 100 })]
  const id = await giveWorkflow(me, project.id, { name: 'Frail', nodes, active: true })
  const path = `**/api/project/${project.id}/workflow`
  const refuse = {
    status: 422,
    json: { error: { code: 'invalid', message: 'no', requestId: 'r' } },
  }

  await page.route(`${path}/${id}`, (route) => route.fulfill(refuse))
  await page.goto(`/project/${project.id}/workflow/edit/${id}`)
  await see(page, 'Failed to load workflow')
  await page.unroute(`${path}/${id}`)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(cardOf(page, 'Start')).toBeVisible()

  await page.route(`${path}/${id}**`, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill(refuse),
  )
  await page.getByRole('textbox', { name: 'Workflow name' }).fill('Changed')
  await page.keyboard.press('Control+s')
  await see(page, 'Failed to save workflow')
  await expect(page.getByText('Unsaved', { exact: true })).toBeVisible()
  const no = seeConfirm(page, 'Are you sure you want to delete this workflow?', 'dismiss')
  await page.getByRole('button', { name: 'Delete Workflow' }).click()
  await no
  const yes = seeConfirm(page, 'Are you sure you want to delete this workflow?', 'accept')
  await page.getByRole('button', { name: 'Delete Workflow' }).click()
  await yes
  await see(page, 'Failed to delete workflow')
  await page.route(`${path}/${id}/execute`, (route) => route.fulfill(refuse))
  await page.getByRole('button', { name: 'Execute', exact: true }).click()
  await see(page, 'Failed to execute workflow')
  await expect(page.getByRole('button', { name: 'Execute', exact: true })).toBeVisible()

  await test.step('confirms before leaving with edits', async () => {
    await page.getByRole('link', { name: 'Data', exact: true }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await expect(page.getByRole('textbox', { name: 'Workflow name' })).toHaveValue('Changed')
    await page.getByRole('link', { name: 'Data', exact: true }).click()
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL(/\/data$/)
  })

  await page.route(path, (route) =>
    route.request().method() === 'POST' ? route.fulfill(refuse) : route.continue(),
  )
  await page.route('**/workflow/nodes', (route) => route.fulfill(refuse))
  await page.goto(`/project/${project.id}/workflow/edit`)
  await expect(page.getByText('Could not load.')).toBeVisible()
  await page.getByRole('button', { name: 'Save Workflow' }).click()
  await see(page, 'Failed to create workflow')
})
