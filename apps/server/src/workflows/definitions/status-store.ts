import type { EnvironmentName, ProductionStatus } from '@plinth/contract'
import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import { compareWithProduction } from '../../projects/environments/compare-with-production.ts'
import { readCredentialUses } from './workflow-text.ts'

interface ComparedRow extends Record<string, unknown> {
  id: string
  name: string
  environment: EnvironmentName
  digest: string
  testsDigest: string | null
  credentials: string
}

/** A workflow with a digest of its content: equal digests mean equal content. */
export interface ComparedWorkflow {
  id: string
  name: string
  environment: EnvironmentName
  signature: string
}

/**
 * The workflows of a project in both environments, for comparison. A credential counts by type and name: its
 * id differs between environments, so comparing ids would never find two workflows in sync.
 */
export async function listCompared(on: Queryable, projectId: string): Promise<ComparedWorkflow[]> {
  const rows = await on.query<ComparedRow>(sql`
    select workflow.id, workflow.name, environment.name as environment, digest, credentials,
      case when tests <> '[]' then md5(tests) end as "testsDigest"
    from workflow join environment on environment.id = workflow.environment_id
    where environment.project_id = ${projectId}`)
  const credentials = await on.query<{ id: string; type: string; name: string }>(sql`
    select credential.id, credential.type, credential.name
    from credential join environment on environment.id = credential.environment_id
    where environment.project_id = ${projectId}`)
  const named = new Map(credentials.map(({ id, type, name }) => [id, [type, name]]))
  const signatureOf = ({ digest, testsDigest, credentials: used }: ComparedRow) => {
    const uses = readCredentialUses(used).map(([node, parameter, id]) => [
      node,
      parameter,
      named.get(id) ?? null,
    ])
    return JSON.stringify([digest, uses, testsDigest])
  }
  return rows.map((row) => {
    const { id, name, environment } = row
    return { id, name, environment, signature: signatureOf(row) }
  })
}

/** Compares each workflow of a project with production. */
export async function readStatuses(
  on: Queryable,
  projectId: string,
): Promise<(workflowId: string) => ProductionStatus> {
  return compareWithProduction(await listCompared(on, projectId))
}
