import type { CallInput } from '@plinth/client'
import { type createProject, ProjectId, ProjectName } from '@plinth/contract'
import type { CreateProjectValues } from './create-project-values.ts'
import { projectListStrings as strings } from './strings.ts'

/** True if the name is valid, otherwise the error message. */
export function checkName(name: string): true | string {
  return ProjectName.safeParse(name).error?.issues[0]?.message ?? true
}

export function checkProjectId(id: string): true | string {
  return ProjectId.safeParse(id.trim()).success || strings.create.badProjectId
}

export function checkDatabaseUrl(url: string): true | string {
  return url.trim() !== '' || strings.create.databaseUrlMissing
}

/** The request body; its fields depend on whether the project is cloned. */
export function projectBodyOf(
  values: CreateProjectValues,
): CallInput<typeof createProject>['body'] {
  const { name, region, projectId, connectionUrl } = values
  return values.cloned
    ? { cloned: true, name, projectId: projectId.trim(), connectionUrl }
    : { cloned: false, name, region }
}
