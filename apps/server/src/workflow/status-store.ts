import type { EnvironmentName, ProductionStatus } from '@plinth/contract'
import type { Queryable } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'
import { compareWithProduction } from '../project/compare-with-production.ts'
import type { CredentialUse } from './workflow-text.ts'

interface ComparedRow extends Record<string, unknown> {
  id: string
  name: string
  environment: EnvironmentName
  digest: string
  credentials: string
}

/**
 * How each workflow of a project compares with production. A credential counts by type and name: the two
 * environments have different ones, so by id nothing would ever be in sync.
 */
export async function readStatuses(
  on: Queryable,
  projectId: string,
): Promise<(workflowId: string) => ProductionStatus> {
  const rows = await on.query<ComparedRow>(sql`
    select workflow.id, workflow.name, environment.name as environment, digest, credentials
    from workflow join environment on environment.id = workflow.environment_id
    where environment.project_id = ${projectId}`)
  const credentials = await on.query<{ id: string; type: string; name: string }>(sql`
    select credential.id, credential.type, credential.name
    from credential join environment on environment.id = credential.environment_id
    where environment.project_id = ${projectId}`)
  const named = new Map(credentials.map(({ id, type, name }) => [id, [type, name]]))
  const signatureOf = ({ digest, credentials: used }: ComparedRow) => {
    const uses = (JSON.parse(used) as CredentialUse[]).map(([node, parameter, id]) => [
      node,
      parameter,
      named.get(id) ?? null,
    ])
    return JSON.stringify([digest, uses])
  }
  return compareWithProduction(rows.map((row) => ({ ...row, signature: signatureOf(row) })))
}
