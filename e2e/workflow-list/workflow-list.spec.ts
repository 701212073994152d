import type { Locator, Page } from '@playwright/test'
import {
  CREDENTIAL_GROUPS,
  createCredential,
  createWorkflow,
  listCredentials,
} from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, newProject, rowOf, test } from '../harness/fixtures.ts'
import { measured, see, seeToast, visited } from '../harness/seen.ts'

// An axe run takes seconds on a busy machine, and each page is checked in both themes.
test.setTimeout(120_000)

/** Replaces an editor's text. */
async function write(editor: Locator, text: string): Promise<void> {
  await editor.click()
  await editor.press('ControlOrMeta+a')
  if (text === '') await editor.press('Delete')
  else await editor.page().keyboard.insertText(text)
}

async function heightOf(editor: Locator): Promise<number> {
  // The scroll container; CodeMirror has two elements in between.
  return editor.evaluate((element) => {
    // Its layout, because the dialog around it may still be scaled as it opens.
    return element.closest('.cm-editor')?.parentElement?.offsetHeight ?? 0
  })
}

const listOf = (projectId: string) => `/project/${projectId}/workflow`
const empty = { nodes: [], connections: [] }

test('workflows are imported, copied to another project and deleted', async ({
  page,
  project,
  me,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(listOf(project.id))
  await visited(page, '/project/{projectId}/workflow')
  for (const tab of ['Workflows', 'Credentials']) await see(page, tab, { as: 'tab' })
  await expect(page.getByRole('heading', { name: 'No workflows yet' })).toBeVisible()
  await see(page, 'Create Workflow', { as: 'button' })
  await (await see(page, 'Import', { as: 'button' })).click()
  const dialog = page.getByRole('dialog')
  await see(dialog, 'Import Workflow Configuration', { as: 'heading' })
  await see(dialog, 'Cancel', { as: 'button' })
  const start = await see(dialog, 'Import', { as: 'button' })
  const editor = dialog.getByRole('textbox', { name: 'Workflow configuration' })
  measured('import.editorHeight', await heightOf(editor))
  const template = JSON.parse((await editor.innerText()).replaceAll('\u00a0', ' '))
  measured('import.template', Object.keys(template))
  measured('import.templateActive', template.active)
  await expectClean(page)

  await write(editor, '{')
  await start.click()
  await seeToast(
    page,
    'Failed to import workflow',
    'Please check if the configuration file is valid',
  )
  await expect(dialog.getByText('This is not valid JSON.')).toBeVisible()
  await write(editor, '{}')
  await start.click()
  await see(page, 'Invalid workflow configuration')
  await expect(dialog.getByText('Missing fields: name, nodes, connections.')).toBeVisible()
  measured('import.required', ['name', 'nodes', 'connections'])
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await write(editor, JSON.stringify({ id: 'wfl_1', name: 'Orders', ...empty }))
  await start.click()
  const body = (await sent).postDataJSON()
  expect(body).toEqual({
    name: 'Orders',
    nodes: '[]',
    connections: '[]',
    settings: '{}',
    active: false,
  })
  measured('import.defaultSettings', JSON.parse(body.settings))
  measured('import.defaultActive', body.active)
  await see(page, 'Workflow imported successfully')
  await expect(dialog).toBeHidden()

  await me.client.call(createWorkflow, {
    params: { projectId: project.id },
    body: { name: 'Live', ...empty, active: true },
  })
  await page.reload()
  for (const column of ['Name', 'Active', 'Status', 'Created At', 'Last Updated', 'Actions']) {
    await see(page, column, { as: 'columnheader' })
  }
  await see(rowOf(page, 'Live'), 'Yes')
  await see(rowOf(page, 'Orders'), 'No')
  await see(rowOf(page, 'Orders'), 'Not in Production')
  await expectClean(page)

  await rowOf(page, 'Live').getByRole('cell').nth(3).click()
  await expect(page).toHaveURL(/\/workflow\/edit\/wfl_\w+$/)
  await expect(page.getByPlaceholder('Workflow name')).toHaveValue('Live')
  await page.goBack()
  await page.getByRole('button', { name: 'Create Workflow' }).click()
  await expect(page).toHaveURL(/\/workflow\/edit$/)
  await expect(page.getByPlaceholder('Workflow name')).toBeVisible()
  await page.goBack()
  await (await see(rowOf(page, 'Live'), 'Copy', { as: 'button', part: true })).click()
  await see(page, 'Workflow configuration copied to clipboard')
  await see(page, /^You can paste it in another project$/)
  const other = await newProject(me)
  await page.goto(listOf(other.id))
  await page.getByRole('button', { name: 'Import' }).click()
  await editor.click()
  await editor.press('ControlOrMeta+a')
  await editor.press('ControlOrMeta+v')
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(rowOf(page, 'Live').getByText('Yes')).toBeVisible()

  await (await see(rowOf(page, 'Live'), 'Delete', { as: 'button', part: true })).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Live?' })
  await expectClean(page)
  await question.getByRole('button', { name: 'Delete' }).click()
  await see(page, 'Workflow deleted successfully')
  await expect(page.getByRole('heading', { name: 'No workflows yet' })).toBeVisible()
})

const FAILURE = {
  error: { code: 'bad_request', message: 'No.', requestId: 'r' },
}

/** Makes all calls of one kind fail. */
async function breakCalls(page: Page, pattern: RegExp, methods: readonly string[]): Promise<void> {
  await page.route(pattern, (route) =>
    methods.includes(route.request().method())
      ? route.fulfill({ status: 400, json: FAILURE })
      : route.fallback(),
  )
}

test('shows failures and allows a retry', async ({ page, project, me }) => {
  const params = { projectId: project.id }
  await me.client.call(createWorkflow, { params, body: { name: 'Orders', ...empty } })
  await me.client.call(createCredential, {
    params,
    body: { name: 'Key', type: 'custom', data: {} },
  })
  const calls = /\/api\/project\/[^/]+\/(workflow|credential)/
  await breakCalls(page, calls, ['GET'])
  await page.goto(listOf(project.id))
  await see(page, 'Error fetching workflows')
  await see(page, 'There was an error fetching workflows')
  await page.getByRole('tab', { name: 'Credentials' }).click()
  await see(page, 'Error fetching credentials')
  await page.unroute(calls)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: 'Key', exact: true })).toBeVisible()

  await breakCalls(page, calls, ['DELETE', 'PUT'])
  await page.getByRole('button', { name: 'Delete Key' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await see(page, 'Error deleting credential')
  await page.getByRole('button', { name: 'Key', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Update Credential' }).click()
  await see(page, 'Error saving or updating credential')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('tab', { name: 'Workflows' }).click()
  await page.getByRole('button', { name: 'Delete Orders' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await see(page, 'Error deleting workflow')
  await see(page, 'There was an error deleting the workflow')
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  await page.getByRole('button', { name: 'Copy Orders' }).click()
  await seeToast(page, 'Failed to copy workflow configuration', 'Please try again')
})

test('a credential is created and edited, and its secret stays on the server', async ({
  page,
  project,
  me,
}) => {
  const canary = `canary-${project.id}`
  const answers: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) answers.push(await response.text().catch(() => ''))
  })
  await page.goto(`${listOf(project.id)}?tab=credentials`)
  await expect(page.getByRole('heading', { name: 'No credentials yet' })).toBeVisible()
  await (await see(page, 'Add Credential', { as: 'button' })).click()
  const adding = page.getByRole('dialog', { name: 'Add New Credential' })
  await see(adding, 'Add New Credential', { as: 'heading' })
  const name = await see(adding, 'Name', { as: 'textbox' })
  const type = await see(adding, 'Type', { as: 'combobox' })
  const data = await see(adding, 'Data', { as: 'textbox' })
  const save = await see(adding, 'Save Credential', { as: 'button' })
  measured('credential.editorHeight', await heightOf(data))
  await save.click()
  await expect(adding.getByText('Name is required')).toBeVisible()
  await name.fill('Billing')

  await type.click()
  for (const group of CREDENTIAL_GROUPS) {
    await see(adding, group.label, { as: 'group' })
    for (const option of group.types) await see(adding, option, { as: 'option', part: true })
  }
  await expectClean(page)
  await page.getByRole('option', { name: 'api-key' }).click()
  await expect(data).toContainText('X-API-Key')
  await expect(adding.getByText('List the allowed hosts')).toBeVisible()
  await adding.getByRole('textbox', { name: 'Hosts' }).fill('127.0.0.1, api.example.com')
  await adding.getByLabel('API key', { exact: true }).fill('typed')
  await expect(data).toContainText('"api.example.com"')
  await expect(data).toContainText('"apiKey": "typed"')
  await adding.getByRole('textbox', { name: 'Test URL' }).fill('http://127.0.0.1:9/')
  await adding.getByRole('button', { name: 'Test connection' }).click()
  await expect(adding.getByRole('status')).toContainText('not allowed')
  await write(data, '{"apiKey": "x')
  await expect(adding.getByText('Not valid JSON yet.')).toBeVisible()
  await write(data, JSON.stringify({ hosts: ['api.example.com'], header: 'X-Key', apiKey: canary }))
  await expectClean(page)
  await save.click()
  await see(page, 'Credential saved or updated successfully')

  for (const column of ['Name', 'Type', 'Status', 'Created At', 'Actions']) {
    await see(page, column, { as: 'columnheader' })
  }
  const row = page.getByRole('row').filter({ hasText: 'Billing' })
  await see(row, 'Not in Production')
  await see(row, 'Delete', { as: 'button', part: true })
  await expectClean(page)
  await row.getByRole('cell').nth(1).click()
  const editing = page.getByRole('dialog', { name: 'Edit Credential' })
  await see(editing, 'Edit Credential', { as: 'heading' })
  for (const label of ['Name', 'Data']) await see(editing, label, { as: 'textbox' })
  await see(editing, 'Type', { as: 'combobox' })
  const box = editing.getByRole('textbox', { name: 'Data' })
  await expect(box).toContainText('fingerprint:')
  await expect(editing.getByText('Leave it unchanged to keep the secret')).toBeVisible()
  const secret = editing.getByLabel('API key', { exact: true })
  await expect(secret).toHaveValue('')
  await expect(secret).toHaveAttribute('placeholder', 'Stored. Enter a new value to replace it.')
  const kept = (await box.innerText()).replaceAll('\u00a0', ' ')
  await write(box, kept.replace('api.example.com', 'evil.example.com'))
  await expect(editing.getByText('the stored secrets will be cleared')).toBeVisible()
  await write(box, kept.replace('X-Key', 'X-Other'))
  await (await see(editing, 'Update Credential', { as: 'button' })).click()
  await expect(editing).toBeHidden()
  expect(answers.join()).not.toContain(canary)

  await row.getByRole('button', { name: 'Billing', exact: true }).click()
  await write(box, '')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await editing.getByRole('button', { name: 'Update Credential' }).click()
  measured('credential.emptyText', (await sent).postDataJSON().data)
  await expect(editing).toBeHidden()
  await row.getByRole('button', { name: 'Delete Billing' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await see(page, 'Credential deleted successfully')
  const { credentials } = await me.client.call(listCredentials, {
    params: { projectId: project.id },
  })
  expect(credentials).toEqual([])
})
