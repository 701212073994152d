import { getProject, listRows, listWorkflows, syncDatabase } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { cardOf, idInAddress, saveWorkflow } from '../workflow-editor/workflow-steps.ts'

test('a workflow is created from a template with its tables, and runs with its sample', async ({
  page,
  project,
  me,
}) => {
  test.setTimeout(120_000)
  const params = { projectId: project.id }
  const workflows = async () => (await me.client.call(listWorkflows, { params })).workflows
  const draft = async () => {
    const { configuration } = (await me.client.call(getProject, { params })).projectData
    return configuration.new_configuration.tables.map(({ name }) => name)
  }
  await page.goto(`/project/${project.id}/workflow`)
  const open = page.getByRole('button', { name: 'From a template…' })
  await open.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New workflow from a template' })
  const choice = (name: RegExp) => dialog.getByRole('radio', { name })
  const nodes = dialog.getByRole('region', { name: 'Nodes' }).getByRole('listitem')
  const tables = dialog.getByRole('region', { name: 'Tables' })
  await expect(choice(/./)).toHaveCount(6)
  await expect(choice(/^Store webhook calls/)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(choice(/^Check and store a form/)).toBeChecked()
  await expect(dialog.getByLabel('Name')).toHaveValue('Check and store a form')
  await expect(nodes).toHaveText([
    'Form sentWebhook',
    'Check the fieldsJavaScript',
    'No problems?Condition',
    'trueStore the entryDatabase',
    'Thank the senderRespond',
    'falseName the problemsRespond',
  ])
  await expect(tables.getByRole('listitem')).toHaveText('leadsname, email, messageMissing')
  await expectClean(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()

  // If the tables cannot be saved, no workflow is left behind.
  await open.click()
  const name = dialog.getByLabel('Name')
  await name.fill(' ')
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await choice(/^Log failed workflows/).check()
  const configuration = '**/api/project/*/configuration'
  await page.route(configuration, (route) => route.abort())
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The server could not be reached.')
  await expectClean(page)
  expect([await workflows(), await draft()]).toEqual([[], []])
  await page.unroute(configuration)

  await choice(/^Store webhook calls/).check()
  await name.press('Enter')
  const id = await idInAddress(page)
  await expect(page.getByText('Its tables are in the draft.')).toBeVisible()
  await expect(cardOf(page, 'Store the call')).toBeVisible()
  expect(await draft()).toEqual(['calls'])
  expect(await workflows()).toMatchObject([{ id, name: 'Store webhook calls', active: false }])
  await me.client.call(syncDatabase, { params, body: {} })

  await page.getByRole('button', { name: 'Activate and run' }).click()
  await expect(page.getByText('Workflow execution completed')).toBeVisible()
  await expect(cardOf(page, 'Answer').getByRole('tabpanel')).toContainText('"id"')
  await saveWorkflow(page)
  const query = { $projectId: project.id }
  const { data } = await me.client.call(listRows, { params: { table: 'calls' }, query })
  expect(data).toMatchObject([{ method: 'POST', body: { event: 'paid' } }])

  await page.goto(`/project/${project.id}/workflow`)
  await open.click()
  await expect(name).toHaveValue('Store webhook calls 2')
  await expect(tables.getByRole('listitem')).toHaveText('callsmethod, bodyIn this project')
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
  await choice(/^Sum the orders/).check()
  await dialog.getByRole('checkbox', { name: 'Create what is missing in the draft' }).uncheck()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await idInAddress(page)
  await expect(cardOf(page, 'Sum them')).toBeVisible()
  expect(await draft()).toEqual(['calls'])
})
