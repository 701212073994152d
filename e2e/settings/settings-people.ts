import type { Page } from '@playwright/test'
import type { AssignableRole, EnvironmentName } from '@plinth/contract'
import { listEnvironments } from '@plinth/contract'
import type { Database } from '../../apps/server/src/foundation/platform/database.ts'
import { enter, newProject, type Person } from '../harness/fixtures.ts'
import { addMember, addStaff } from '../harness/platform.ts'

/** Opens a section of a project's settings. */
export async function openSettings(page: Page, projectId: string, section?: string): Promise<void> {
  const search = section === undefined ? '' : `?section=${section}`
  await page.goto(`/project/${projectId}/settings${search}`)
}

/** A project of another user in which the signed-in user has this role. */
export async function projectAs(db: Database, me: { id: string }, role: AssignableRole) {
  const owner = await enter(await addStaff(db))
  const project = await newProject(owner)
  await addMember(db, { projectId: project.id, staffId: me.id, role })
  return { owner, project }
}

export async function environmentsOf(
  person: Person,
  projectId: string,
): Promise<Record<EnvironmentName, string>> {
  const { environments } = await person.client.call(listEnvironments, { params: { projectId } })
  return Object.fromEntries(environments.map(({ id, name }) => [name, id])) as Record<
    EnvironmentName,
    string
  >
}
