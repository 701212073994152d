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

/** Adds the authority's certificate to a connection URL; the server reports what is wrong with either. */
function withCertificate(connectionUrl: string, ca: string): string {
  if (ca.trim() === '' || !URL.canParse(connectionUrl.trim())) return connectionUrl
  const url = new URL(connectionUrl.trim())
  url.searchParams.set('sslrootcert', ca.trim())
  return url.href
}

/** The request body; its fields depend on whether the project is cloned. */
export function projectBodyOf(
  values: CreateProjectValues,
): CallInput<typeof createProject>['body'] {
  const { name, region, projectId, ca } = values
  const connectionUrl = withCertificate(values.connectionUrl, ca)
  return values.cloned
    ? { cloned: true, name, projectId: projectId.trim(), connectionUrl }
    : { cloned: false, name, region }
}
