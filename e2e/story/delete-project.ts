import { expect } from '@playwright/test'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import type { StoryContext } from './story-context.ts'

/** Deletes the project; it disappears from the list and its URL. Deleted again for good, its record disappears too. */
export async function deleteProject({ page, db, project }: StoryContext): Promise<void> {
  await page.goto('/home')
  await page.getByRole('button', { name: `Delete ${project.name}` }).click()
  await page.getByLabel(`Type ${project.name} to confirm`).fill(project.name)
  await page.getByRole('button', { name: 'Delete Project' }).click()
  await expect(page.getByText('Project deleted successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible()
  await page.goto(`/project/${project.id}/data`)
  await expect(page.getByRole('heading', { name: /^Project not found/ })).toBeVisible()
  await page.goto('/deleted-projects')
  await page.getByRole('button', { name: `Delete now: ${project.name}` }).click()
  await page.getByLabel(`Type ${project.name} to confirm`).fill(project.name)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete now' }).click()
  const left = () => db.query(sql`select id from project where id = ${project.id}`)
  await expect.poll(left).toEqual([])
}
