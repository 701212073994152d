import { Configuration, createConstant, saveConfiguration } from '@plinth/contract'
import { ADMIN } from '../../faults/stack/stack.ts'
import { enter, expect, test } from '../harness/fixtures.ts'
import { see } from '../harness/seen.ts'
import { environmentsOf, openSettings, projectAs } from './settings-people.ts'

test('creates a constant in dev and changes it', async ({ page, project }) => {
  await openSettings(page, project.id, 'constants')
  await expect(page.getByRole('heading', { name: 'No constants yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Create Constant' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Constant' })
  await see(dialog, 'Create Constant', { as: 'heading' })
  await see(dialog, 'Cancel', { as: 'button' })
  const create = await see(dialog, 'Create', { as: 'button' })
  const key = await see(dialog, 'Key', { as: 'textbox' })
  await key.fill('1st')
  await create.click()
  await expect(dialog.getByText('Key can contain letters, digits and _')).toBeVisible()
  await key.fill('PAGE_SIZE')
  await (await see(dialog, 'Value', { as: 'textbox' })).fill('25')
  const environment = await see(dialog, 'Environment', { as: 'combobox' })
  await environment.click()
  await expect(page.getByRole('option', { name: 'production' })).toHaveAttribute('data-disabled')
  await page.keyboard.press('Escape')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await create.click()
  expect((await sent).postDataJSON()).toMatchObject({ key: 'PAGE_SIZE', value: '25' })
  await expect(dialog).toBeHidden()
  for (const column of ['key', 'value', 'environment']) {
    await see(page, column, { as: 'columnheader' })
  }
  const row = page.getByRole('row').filter({ hasText: 'PAGE_SIZE' })
  await expect(row).toContainText('25')
  await row.getByRole('cell').nth(1).click()
  const editing = page.getByRole('dialog', { name: 'Edit Constant' })
  await see(editing, 'Edit Constant', { as: 'heading' })
  for (const label of ['Key', 'Value']) await see(editing, label, { as: 'textbox' })
  await see(editing, 'Environment', { as: 'combobox' })
  await see(editing, 'Cancel', { as: 'button' })
  await see(editing, 'Delete', { as: 'button' })
  await editing.getByLabel('Value').fill('50')
  await (await see(editing, 'Save', { as: 'button' })).click()
  await expect(row).toContainText('50')
})

test('rejects a duplicate key in one environment', async ({ page, project, me }) => {
  const { dev } = await environmentsOf(me, project.id)
  await me.client.call(createConstant, {
    params: { projectId: project.id },
    body: { key: 'ONCE', value: '1', environment: dev },
  })
  await openSettings(page, project.id, 'constants')
  await page.getByRole('button', { name: 'Create Constant' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Key').fill('ONCE')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(
    dialog.getByText('This environment has a constant with this key already.'),
  ).toBeVisible()
})

test('a secret is write-only and kept when left blank', async ({ page, project }) => {
  const canary = `canary-${project.id}`
  const answers: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) answers.push(await response.text().catch(() => ''))
  })
  await openSettings(page, project.id, 'constants')
  await page.getByRole('button', { name: 'Create Constant' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Key').fill('TOKEN')
  await dialog.getByRole('switch', { name: 'Secret' }).click()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('A secret needs a value.')).toBeVisible()
  await dialog.getByLabel('Value').fill(`${canary}\nsecond line`)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: 'TOKEN' })
  await expect(row).toContainText('secret')
  await row.getByRole('button').click()
  await expect(dialog.getByLabel('Value')).toHaveValue('')
  await expect(dialog.getByText('Leave blank to keep the current secret')).toBeVisible()
  await dialog.getByLabel('Key').fill('TOKEN_2')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const renamed = page.getByRole('row').filter({ hasText: 'TOKEN_2' })
  await expect(renamed).toContainText('secret')
  await renamed.getByRole('button').click()
  await dialog.getByRole('switch', { name: 'Secret' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Write the value again')).toBeVisible()
  expect(answers.join()).not.toContain(canary)
})

test('lists the rules that use a constant before deleting it', async ({ page, project, me }) => {
  const params = { projectId: project.id }
  const { dev } = await environmentsOf(me, project.id)
  for (const key of ['LIMIT', 'UNUSED']) {
    await me.client.call(createConstant, { params, body: { key, value: '1', environment: dev } })
  }
  const rules = { list: 'total < @const.LIMIT' }
  const tables = [{ id: 'orders', name: 'orders', columns: [], rules }]
  await me.client.call(saveConfiguration, {
    params,
    body: { newConfiguration: Configuration.parse({ tables }) },
  })
  await openSettings(page, project.id, 'constants')
  const question = page.getByRole('alertdialog')
  await page.getByRole('button', { name: 'LIMIT' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByRole('listitem')).toHaveText(/orders · list rule\s*in the draft/)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'LIMIT' })).toHaveCount(0)
  await page.getByRole('button', { name: 'UNUSED' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(question).toContainText('No rule or workflow uses it.')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No constants yet' })).toBeVisible()
})

test.describe('an admin', () => {
  test.use({ who: 'admin' })

  test('creates, changes and deletes in production', async ({ page, project }) => {
    await openSettings(page, project.id, 'constants')
    await page.getByRole('button', { name: 'Create Constant' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Key').fill('LIVE')
    await dialog.getByLabel('Environment').click()
    await page.getByRole('option', { name: 'production' }).click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    const row = page.getByRole('row').filter({ hasText: 'LIVE' })
    await expect(row).toContainText('production')
    await row.getByRole('button').click()
    await dialog.getByLabel('Value').fill('on')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(row).toContainText('on')
    await row.getByRole('button').click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(row).toHaveCount(0)
  })
})

for (const role of ['owner', 'developer'] as const) {
  test(`a production constant is read-only for an ${role}`, async ({ page, me, platform }) => {
    const { owner, project } = await projectAs(platform, me, role)
    const { production } = await environmentsOf(owner, project.id)
    const admin = await enter({ id: '', ...ADMIN })
    await admin.client.call(createConstant, {
      params: { projectId: project.id },
      body: { key: 'LIVE', value: 'on', environment: production },
    })
    await openSettings(page, project.id, 'constants')
    await page.getByRole('button', { name: 'LIVE' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Constant' })
    for (const label of ['Key', 'Value', 'Environment']) {
      await expect(dialog.getByLabel(label)).toBeDisabled()
    }
    await expect(dialog.getByRole('switch', { name: 'Secret' })).toBeDisabled()
    await expect(
      dialog.getByText('Only an admin can change or delete this in production'),
    ).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  })
}
