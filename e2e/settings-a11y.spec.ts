import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { createConstant, createDomain } from '@plinth/contract'
import { expect, test } from './fixtures.ts'
import { addMember, addStaff } from './platform.ts'
import { environmentsOf, openSettings, projectAs } from './settings-people.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Judges what is on screen now, in both themes. */
async function expectClean(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`)
    expect(found, colorScheme).toEqual([])
  }
}

test('members: list, add, find a user, create, edit, remove', async ({
  page,
  project,
  platform,
}) => {
  const other = await addStaff(platform)
  await addMember(platform, { projectId: project.id, staffId: other.id, role: 'developer' })
  await openSettings(page, project.id)
  await expect(page.getByRole('row')).not.toHaveCount(1)
  await expectClean(page)
  await page.getByRole('button', { name: 'Add Member' }).click()
  const dialog = page.getByRole('dialog').first()
  await expectClean(page)
  await dialog.getByLabel('User', { exact: true }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectClean(page)
  await page.keyboard.type('nobody is called this')
  await expect(page.getByText('No user found.')).toBeVisible()
  await expectClean(page)
  await page.keyboard.press('Escape')
  await dialog.getByRole('switch').click()
  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(dialog.getByText('First name is required')).toBeVisible()
  await expectClean(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: other.email }).click()
  await dialog.getByLabel('Role').click()
  await expect(page.getByRole('option')).toHaveCount(3)
  await expectClean(page)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectClean(page)
})

test('domains and constants: empty, with rows, dialogs', async ({ page, project, me }) => {
  const { dev } = await environmentsOf(me, project.id)
  const params = { projectId: project.id }
  await openSettings(page, project.id, 'domains')
  await expect(page.getByRole('heading', { name: 'No domains yet' })).toBeVisible()
  await expectClean(page)
  const domain = `clean-${project.id.slice(4)}.example.com`
  await me.client.call(createDomain, { params, body: { domain, environment: dev } })
  await page.reload()
  await page.getByRole('button', { name: domain }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectClean(page)
  await me.client.call(createConstant, {
    params,
    body: { key: 'TOKEN', value: 'x', environment: dev, secret: true },
  })
  await openSettings(page, project.id, 'constants')
  await page.getByRole('button', { name: 'TOKEN' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectClean(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('No rule reads it.')
  await expectClean(page)
})

test('profile and audit, also with an entry open', async ({ page, project }) => {
  await openSettings(page, project.id, 'profile')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Password needs at least 8 characters')).toBeVisible()
  await expect(page.getByRole('region').getByRole('listitem').first()).toBeVisible()
  await expectClean(page)
  await openSettings(page, project.id, 'audit')
  await page.getByRole('button', { name: 'Created project' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectClean(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
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
