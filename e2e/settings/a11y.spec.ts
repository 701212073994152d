import { createConstant, createDomain, syncDatabase } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { addMember, addStaff } from '../harness/platform.ts'
import { giveTables } from '../schema-editor/data-steps.ts'
import { environmentsOf, openSettings, projectAs } from './settings-people.ts'

// An axe run takes seconds on a busy machine, and each page is checked twice in both themes.
test.setTimeout(120_000)

test('members, and adding one', async ({ page, project }) => {
  await openSettings(page, project.id)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: 'Add Member' }).click()
  await page.getByRole('dialog').getByRole('switch').click()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expectClean(page)
})

test('finding a user', async ({ page, project, platform }) => {
  await addStaff(platform)
  await openSettings(page, project.id)
  await page.getByRole('button', { name: 'Add Member' }).click()
  await page.getByLabel('User', { exact: true }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectClean(page)
  await page.keyboard.type('nobody is called this')
  await expect(page.getByText('No user found.')).toBeVisible()
  await expectClean(page)
})

test('changing and removing a member', async ({ page, project, platform }) => {
  const other = await addStaff(platform)
  await addMember(platform, { projectId: project.id, staffId: other.id, role: 'developer' })
  await openSettings(page, project.id)
  await page.getByRole('button', { name: other.email }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Role').click()
  await expect(page.getByRole('option')).toHaveCount(3)
  await expectClean(page)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectClean(page)
})

test('domains: none, and one open', async ({ page, project, me }) => {
  const { dev } = await environmentsOf(me, project.id)
  await openSettings(page, project.id, 'domains')
  await expect(page.getByRole('heading', { name: 'No domains yet' })).toBeVisible()
  await expectClean(page)
  const domain = `clean-${project.id.slice(4)}.example.com`
  await me.client.call(createDomain, {
    params: { projectId: project.id },
    body: { domain, environment: dev },
  })
  await page.reload()
  await page.getByRole('button', { name: domain }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectClean(page)
})

test('an open constant, and the confirmation before deleting it', async ({ page, project, me }) => {
  const { dev } = await environmentsOf(me, project.id)
  await me.client.call(createConstant, {
    params: { projectId: project.id },
    body: { key: 'TOKEN', value: 'x', environment: dev, secret: true },
  })
  await openSettings(page, project.id, 'constants')
  await page.getByRole('button', { name: 'TOKEN' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectClean(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('No rule or workflow uses it.')
  await expectClean(page)
})

test('the profile, with an error', async ({ page, project }) => {
  await openSettings(page, project.id, 'profile')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Password needs at least 8 characters')).toBeVisible()
  await expect(page.getByRole('region').getByRole('listitem').first()).toBeVisible()
  await expectClean(page)
})

test('the audit log, and an open entry', async ({ page, project }) => {
  await openSettings(page, project.id, 'audit')
  await expect(page.getByRole('button', { name: 'Created project' })).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: 'Created project' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectClean(page)
})

test('the API reference: empty, and for a table', async ({ page, project, me }) => {
  await openSettings(page, project.id, 'api')
  await expect(page.getByRole('heading', { name: 'No tables to call yet' })).toBeVisible()
  await expectClean(page)
  await giveTables(me, project.id, [{ id: 'notes', name: 'notes' }])
  await me.client.call(syncDatabase, { params: { projectId: project.id }, body: {} })
  await page.reload()
  await page.getByRole('radio', { name: 'Client' }).check({ force: true })
  await expect(page.getByRole('region', { name: 'Delete many rows' })).toBeVisible()
  await expectClean(page)
})

test("a developer's view", async ({ page, me, platform }) => {
  const { owner, project } = await projectAs(platform, me, 'developer')
  await openSettings(page, project.id)
  await page.getByRole('button', { name: 'Add Member' }).focus()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: owner.email }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectClean(page)
})
