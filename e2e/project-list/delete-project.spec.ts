import { enter, expect, newProject, rowOf, test } from '../harness/fixtures.ts'
import { addMember, addStaff } from '../harness/platform.ts'
import { see } from '../harness/seen.ts'

test('deletes a project only after confirmation', async ({ page, project }) => {
  await page.goto('/home')
  const icon = rowOf(page, project.name).getByRole('button', { name: `Delete ${project.name}` })
  await icon.click()
  const dialog = page.getByRole('alertdialog')
  await see(dialog, 'Are you sure?', { as: 'heading' })
  await see(dialog, /will be permanently deleted.*This cannot be undone\.$/)
  await expect(dialog).toContainText(project.name)
  const cancel = await see(dialog, 'Cancel', { as: 'button' })
  await expect(cancel).toBeFocused()
  await cancel.click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, project.name)).toBeVisible()

  await icon.click()
  await (await see(dialog, 'Delete Project', { as: 'button' })).click()
  await see(page, 'Project deleted successfully')
  await expect(dialog).toBeHidden()
  await see(page, 'No projects yet', { as: 'heading' })
  await page.goto(`/project/${project.id}`)
  await see(page, 'Project not found or not shared with you', { as: 'heading' })
})

test('shows a failed deletion and keeps the project', async ({ page, project }) => {
  await page.goto('/home')
  await page.route(`**/api/project/${project.id}`, (route) => route.abort())
  await page.getByRole('button', { name: `Delete ${project.name}` }).click()
  await page.getByRole('button', { name: 'Delete Project' }).click()
  await see(page, 'Failed to delete project')
  await see(page, 'Please try again later')
  await expect(rowOf(page, project.name)).toBeVisible()
})

test('disables the icon for a developer, with the reason', async ({ page, me, platform }) => {
  const owner = await enter(await addStaff(platform))
  const project = await newProject(owner)
  await addMember(platform, { projectId: project.id, staffId: me.id, role: 'developer' })
  await page.goto('/home')
  const icon = page.getByRole('button', { name: `Delete ${project.name}` })
  await expect(icon).toBeDisabled()
  await icon.focus()
  await see(page, 'Only an owner or an admin can delete this project')
  await icon.click({ force: true })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(page).toHaveURL('/home')
})
