import type { Page } from '@playwright/test'
import { deleteProject } from '@plinth/contract'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, newProject, rowOf, test } from '../harness/fixtures.ts'
import { ageProof } from '../harness/platform.ts'

const deletedRow = (page: Page, { id }: { id: string }) =>
  page.getByRole('row').filter({ hasText: id })
/** Admins see the projects of other tests too. */
const search = (page: Page, name: string) => page.goto(`/home?search=${encodeURIComponent(name)}`)

test.describe('the admin', () => {
  test.use({ who: 'admin' })

  test('deletes a project and restores it under another name', async ({ page, me, project }) => {
    await search(page, project.name)
    await page.getByRole('button', { name: `Delete ${project.name}`, exact: true }).click()
    const question = page.getByRole('alertdialog')
    await expectClean(page)
    await question.getByLabel(`Type ${project.name} to confirm`).fill(project.name)
    await page.keyboard.press('Enter')
    await expect(page.getByText('An admin can restore it for 30 days.')).toBeVisible()
    await expect(rowOf(page, project.name)).toBeHidden()
    // Its name is free.
    await newProject(me, project.name)

    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Deleted projects' }).click()
    await page.waitForURL('**/deleted-projects')
    await expect(page.getByRole('heading', { name: 'Deleted projects', level: 1 })).toBeVisible()
    const row = deletedRow(page, project)
    await expect(row).toContainText('30 days')
    await expectClean(page)

    await row.getByRole('button', { name: `Restore: ${project.name}` }).click()
    const form = page.getByRole('dialog', { name: `Restore ${project.name}` })
    const name = form.getByLabel('Name')
    await expect(name).toBeFocused()
    await expect(form.getByRole('alert')).toContainText('Another project has this name now')
    await expect(form).toContainText('API keys stay revoked')
    await expectClean(page)
    await name.fill('')
    await form.getByRole('button', { name: 'Restore' }).click()
    await expect(form.getByRole('alert')).toHaveText('Name is required')
    const restored = `${project.name} restored`
    await name.fill(restored)
    await name.press('Enter')
    await expect(page.getByText('Project restored')).toBeVisible()
    await expect(row).toBeHidden()
    await page.goto(`/project/${project.id}/data`)
    await expect(page.getByText(restored).first()).toBeVisible()
  })

  test('deletes a deleted project for good after confirming', async ({
    page,
    me,
    project,
    platform,
  }) => {
    await me.client.call(deleteProject, { params: { projectId: project.id } })
    await page.goto('/home')
    await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox').fill('deleted')
    await page.getByRole('option', { name: 'Deleted projects' }).click()
    const row = deletedRow(page, project)
    await row.getByRole('button', { name: `Delete now: ${project.name}` }).click()
    const question = page.getByRole('alertdialog')
    const now = question.getByRole('button', { name: 'Delete now' })
    await expect(now).toBeDisabled()
    await expectClean(page)
    await question.getByRole('textbox').fill(project.name)
    await ageProof(platform, me.token)
    await now.click()
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await proof.getByLabel('Password').fill(me.password)
    await proof.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Project deleted for good')).toBeVisible()
    await expect(row).toBeHidden()
    const left = () => platform.query(sql`select from project where id = ${project.id}`)
    await expect.poll(left).toEqual([])
  })
})

test('shows deleted projects to admins only', async ({ page, project }) => {
  await page.goto('/home')
  await expect(rowOf(page, project.name)).toBeVisible()
  await page.getByRole('button', { name: 'Your account' }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Deleted projects' })).toBeHidden()
  await page.goto('/deleted-projects')
  await expect(page.getByText('Only admins of the organisation can see')).toBeVisible()
})
