import { expect } from '@playwright/test'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import type { StoryContext } from './story-context.ts'

/** Creates the project and finds both of its databases on the tested database. */
export async function createProject(story: StoryContext): Promise<void> {
  const { page, db, product, project } = story
  await page.getByRole('button', { name: '+ New Project' }).click()
  await page.getByLabel('Name').fill(project.name)
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  project.id = (await (await answered).json()).projectId
  await expect(page.getByText('Project created successfully')).toBeVisible()
  await expect(page).toHaveURL(`/project/${project.id}/data`)
  const placements = await db.query(sql`
    select environment.name, engine, ready from placement
    join environment on environment.id = environment_id
    where project_id = ${project.id} order by 1`)
  expect(placements).toEqual([
    { name: 'dev', engine: product.engine, ready: true },
    { name: 'production', engine: product.engine, ready: true },
  ])
}
