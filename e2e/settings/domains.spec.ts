import { createDomain } from '@plinth/contract'
import { ADMIN } from '../../faults/stack/stack.ts'
import { enter, expect, newProject, test } from '../harness/fixtures.ts'
import { addStaff } from '../harness/platform.ts'
import { see } from '../harness/seen.ts'
import { environmentsOf, openSettings, projectAs } from './settings-people.ts'

/** Names below .test need no proof. */
const hostOf = (name: string, projectId: string) => `${name}-${projectId.slice(4)}.example.test`

test('creates a domain in dev, changes and deletes it', async ({ page, project }) => {
  await openSettings(page, project.id, 'domains')
  await expect(page.getByRole('heading', { name: 'No domains yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Create Domain' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Domain' })
  await see(dialog, 'Create Domain', { as: 'heading' })
  await see(dialog, 'Cancel', { as: 'button' })
  const create = await see(dialog, 'Create', { as: 'button' })
  const name = await see(dialog, 'Domain', { as: 'textbox' })
  await expect(name).toBeFocused()
  await name.fill('https://app.example.com/path')
  await create.click()
  await expect(dialog.getByText('Domain is not a host name')).toBeVisible()
  const environment = await see(dialog, 'Environment', { as: 'combobox' })
  await expect(environment).toHaveText('dev')
  await environment.click()
  await see(page, 'dev', { as: 'option' })
  const production = page.getByRole('option', { name: 'production' })
  await expect(production).toHaveAttribute('data-disabled')
  await expect(production).toContainText('admins only')
  await page.keyboard.press('Escape')
  await name.fill(hostOf('Shop', project.id))
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await create.click()
  expect(Object.keys((await sent).postDataJSON())).toEqual(['domain', 'environment'])
  await expect(dialog).toBeHidden()
  await see(page, 'domain', { as: 'columnheader' })
  await see(page, 'environment', { as: 'columnheader' })
  const row = page.getByRole('row').filter({ hasText: hostOf('shop', project.id) })
  await expect(row).toContainText('dev')

  await row.getByRole('cell').last().click()
  const editing = page.getByRole('dialog', { name: 'Edit Domain' })
  await see(editing, 'Edit Domain', { as: 'heading' })
  await see(editing, 'Environment', { as: 'combobox' })
  await see(editing, 'Cancel', { as: 'button' })
  await (await see(editing, 'Domain', { as: 'textbox' })).fill(hostOf('store', project.id))
  await (await see(editing, 'Save', { as: 'button' })).click()
  await expect(editing).toBeHidden()
  const changed = page.getByRole('button', { name: hostOf('store', project.id) })
  await changed.click()
  await (await see(editing, 'Delete', { as: 'button' })).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('no longer reach the project')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(editing).toBeVisible()
  await editing.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No domains yet' })).toBeVisible()
})

test('rejects a domain in use, at its field', async ({ page, project, platform }) => {
  const other = await enter(await addStaff(platform))
  const theirs = await newProject(other)
  const { dev } = await environmentsOf(other, theirs.id)
  const domain = hostOf('taken', theirs.id)
  await other.client.call(createDomain, {
    params: { projectId: theirs.id },
    body: { domain, environment: dev },
  })
  await openSettings(page, project.id, 'domains')
  await page.getByRole('button', { name: 'Create Domain' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Domain').fill(domain)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('This domain is in use already.')).toBeVisible()
  await expect(dialog.getByLabel('Domain')).toBeFocused()
})

test.describe('an admin', () => {
  test.use({ who: 'admin' })

  test('creates, changes and deletes in production', async ({ page, project }) => {
    await openSettings(page, project.id, 'domains')
    await page.getByRole('button', { name: 'Create Domain' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Domain').fill(hostOf('live', project.id))
    await dialog.getByLabel('Environment').click()
    await (await see(page, 'production', { as: 'option' })).click()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(dialog).toBeHidden()
    const row = page.getByRole('row').filter({ hasText: hostOf('live', project.id) })
    await expect(row).toContainText('production')
    await row.getByRole('button').click()
    await dialog.getByLabel('Environment').click()
    await page.getByRole('option', { name: 'dev' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(row).toContainText('dev')
    await row.getByRole('button').click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(row).toHaveCount(0)
  })
})

for (const role of ['owner', 'developer'] as const) {
  test(`a production domain is read-only for an ${role}`, async ({ page, me, platform }) => {
    const { owner, project } = await projectAs(platform, me, role)
    const { production } = await environmentsOf(owner, project.id)
    const domain = hostOf('live', project.id)
    const admin = await enter({ id: '', ...ADMIN })
    await admin.client.call(createDomain, {
      params: { projectId: project.id },
      body: { domain, environment: production },
    })
    await openSettings(page, project.id, 'domains')
    await page.getByRole('button', { name: domain }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Domain' })
    await expect(dialog.getByLabel('Domain')).toBeDisabled()
    await expect(dialog.getByLabel('Environment')).toBeDisabled()
    await expect(
      dialog.getByText('Only an admin can change or delete this in production'),
    ).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Delete' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  })
}
