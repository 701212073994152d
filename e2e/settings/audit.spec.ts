import { createConstant, createDomain, deleteProject, updateConstant } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { enter, expect, type Person, test } from '../harness/fixtures.ts'
import { addMember, addStaff } from '../harness/platform.ts'
import { environmentsOf, openSettings, projectAs } from './settings-people.ts'

async function makeTrail(me: Person, projectId: string) {
  const params = { projectId }
  const { dev } = await environmentsOf(me, projectId)
  const body = { key: 'LIMIT', value: 'one', environment: dev }
  const { constant } = await me.client.call(createConstant, { params, body })
  await me.client.call(updateConstant, {
    params: { projectId, id: constant.id },
    body: { ...body, value: 'two' },
  })
  await me.client.call(createDomain, {
    params,
    body: { domain: `audit-${projectId.slice(4)}.example.com`, environment: dev },
  })
}

test('an owner sees who changed what, before and after', async ({ page, project, me }) => {
  await makeTrail(me, project.id)
  await openSettings(page, project.id, 'audit')
  await expect(page.getByRole('row')).toHaveCount(5)
  const first = page.getByRole('row').nth(1)
  await expect(first).toContainText(me.email)
  await expect(first).toContainText('Created domain')
  await page.getByRole('button', { name: 'Changed constant' }).click()
  const dialog = page.getByRole('dialog', { name: 'Changed constant' })
  await expect(dialog.getByRole('row', { name: /^value one two$/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
  await expect(async () => {
    await page.reload()
    await expect(first).toContainText('Sealed', { timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
})

test('an owner sees a refused attempt and where it came from', async ({
  page,
  project,
  platform,
}) => {
  test.setTimeout(120_000)
  const developer = await enter(await addStaff(platform))
  await addMember(platform, { projectId: project.id, staffId: developer.id, role: 'developer' })
  const call = developer.client.call(deleteProject, {
    params: { projectId: project.id },
  })
  await expect(call).rejects.toThrow('Only an owner may do this.')
  await expect(async () => {
    await openSettings(page, project.id, 'audit')
    await expect(page.getByRole('row').nth(1)).toContainText(developer.email, { timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Was refused: delete project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Was refused: delete project' })
  await expect(dialog.getByRole('row', { name: /Only an owner may do this/ })).toBeVisible()
  const facts = dialog.getByLabel('Entry details')
  for (const name of ['Address', 'Browser or client', 'Session']) {
    await expect(facts.getByText(name, { exact: true })).toBeVisible()
  }
  await expect(facts.getByText('API key', { exact: true })).toHaveCount(0)
  await expectClean(page)
})

test('filters the audit log by user, area and date', async ({ page, project, me }) => {
  await makeTrail(me, project.id)
  await openSettings(page, project.id, 'audit')
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(5)
  await page.getByLabel('Area', { exact: true }).click()
  await page.getByRole('option', { name: 'Constant' }).click()
  await expect(rows).toHaveCount(3)
  await page.getByLabel('Person', { exact: true }).click()
  await page.getByRole('option', { name: me.email }).click()
  await expect(rows).toHaveCount(3)
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByRole('heading', { name: 'No matching entries' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows).toHaveCount(5)
  await page.getByLabel('From', { exact: true }).fill('2020-01-01')
  await expect(rows).toHaveCount(5)
})

test('a developer has no access to Audit, by menu or URL', async ({ page, me, platform }) => {
  const { project } = await projectAs(platform, me, 'developer')
  await openSettings(page, project.id, 'audit')
  await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Audit' })).toHaveCount(0)
})

test.describe('an admin', () => {
  test.use({ who: 'admin' })
  test('sees the audit log of every project', async ({ page, project }) => {
    await openSettings(page, project.id, 'audit')
    await expect(page.getByRole('button', { name: 'Created project' })).toBeVisible()
  })
})
