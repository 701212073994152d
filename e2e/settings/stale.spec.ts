import type { Page } from '@playwright/test'
import {
  createConstant,
  createDomain,
  listConstants,
  listDomains,
  updateConstant,
  updateDomain,
  updateMember,
} from '@plinth/contract'
import { expect, test } from '../harness/fixtures.ts'
import { addMember, addStaff } from '../harness/platform.ts'
import { environmentsOf, openSettings } from './settings-people.ts'

/** Expects the conflict notice with both values of one field. */
async function expectSides(page: Page, sides: RegExp) {
  const notice = page.getByRole('dialog').getByRole('alert')
  await expect(notice).toContainText('Another user saved this while it was open')
  await expect(notice.getByRole('row', { name: sides })).toBeVisible()
  return notice
}

for (const choice of ['Take theirs', 'Keep mine'] as const) {
  test(`a member: ${choice}`, async ({ page, project, me, platform }) => {
    const other = await addStaff(platform)
    await addMember(platform, { projectId: project.id, staffId: other.id, role: 'developer' })
    await openSettings(page, project.id)
    await page.getByRole('button', { name: other.email }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Member' })
    const params = { projectId: project.id, memberId: other.id }
    await me.client.call(updateMember, { params, body: { role: 'owner' } })
    await dialog.getByRole('button', { name: 'Save' }).click()
    const notice = await expectSides(page, /Role\s*developer\s*owner/)
    await notice.getByRole('button', { name: choice }).click()
    const row = page.getByRole('row').filter({ hasText: other.email })
    if (choice === 'Take theirs') {
      await expect(dialog.getByLabel('Role')).toHaveText('owner')
      await dialog.getByRole('button', { name: 'Save' }).click()
    }
    await expect(dialog).toBeHidden()
    await expect(row).toContainText(choice === 'Take theirs' ? 'owner' : 'developer')
  })

  test(`a domain: ${choice}`, async ({ page, project, me }) => {
    const { dev } = await environmentsOf(me, project.id)
    const host = (name: string) => `${name}-${project.id.slice(4)}.test`
    const params = { projectId: project.id }
    const body = { domain: host('old'), environment: dev }
    const { domain } = await me.client.call(createDomain, { params, body })
    await openSettings(page, project.id, 'domains')
    await page.getByRole('button', { name: domain.domain_name }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Domain' })
    await dialog.getByLabel('Domain').fill(host('mine'))
    await me.client.call(updateDomain, {
      params: { ...params, domainId: domain.id },
      body: { ...body, domain: host('theirs') },
    })
    await dialog.getByRole('button', { name: 'Save' }).click()
    const notice = await expectSides(page, /^Domain mine-.* theirs-/)
    await notice.getByRole('button', { name: choice }).click()
    if (choice === 'Take theirs') {
      await expect(dialog.getByLabel('Domain')).toHaveValue(host('theirs'))
      await dialog.getByRole('button', { name: 'Cancel' }).click()
    }
    await expect(dialog).toBeHidden()
    const { domains } = await me.client.call(listDomains, { params })
    const expected = host(choice === 'Take theirs' ? 'theirs' : 'mine')
    expect(domains.map(({ domain_name }) => domain_name)).toEqual([expected])
    await expect(page.getByRole('button', { name: expected })).toBeVisible()
  })
}

test('a changed constant is not deleted without another confirmation', async ({
  page,
  project,
  me,
}) => {
  const { dev } = await environmentsOf(me, project.id)
  const params = { projectId: project.id }
  const body = { key: 'LIMIT', value: '1', environment: dev }
  const { constant } = await me.client.call(createConstant, { params, body })
  await openSettings(page, project.id, 'constants')
  await page.getByRole('button', { name: 'LIMIT' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Constant' })
  await me.client.call(updateConstant, {
    params: { ...params, id: constant.id },
    body: { ...body, value: '2' },
  })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  const notice = await expectSides(page, /^Value 1 2$/)
  await expect(notice).toContainText('You were about to delete an item that they just changed.')
  expect((await me.client.call(listConstants, { params })).constants).toHaveLength(1)
  await notice.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toBeHidden()
  expect((await me.client.call(listConstants, { params })).constants).toHaveLength(0)
})

test('an item deleted by another user cannot be saved, and the dialog shows it', async ({
  page,
  project,
  me,
}) => {
  const { dev } = await environmentsOf(me, project.id)
  const params = { projectId: project.id }
  const body = { key: 'GONE', value: '1', environment: dev }
  await me.client.call(createConstant, { params, body })
  await openSettings(page, project.id, 'constants')
  await page.getByRole('button', { name: 'GONE' }).click()
  const json = { error: { code: 'not_found', message: 'Not found', requestId: 'none' } }
  await page.route('**/constant/*', (route) => route.fulfill({ status: 404, json }))
  const dialog = page.getByRole('dialog', { name: 'Edit Constant' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Another user deleted this.')).toBeVisible()
})
