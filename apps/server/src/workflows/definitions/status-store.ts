import type { EnvironmentName, ProductionStatus } from '@plinth/contract'
import type { Queryable } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import { compareWithProduction } from '../../projects/environments/compare-with-production.ts'
import { readCredentialUses } from './workflow-text.ts'

interface RowState {
  digest: string
  testsDigest: string | null
  credentials: string
}

interface ComparedRow extends Record<string, unknown>, RowState {
  id: string
  name: string
  environment: EnvironmentName
}

/** A workflow with a digest of its content: equal digests mean equal content. */
export interface ComparedWorkflow {
  id: string
  name: string
  environment: EnvironmentName
  signature: string
  hasTests: boolean
  /** Identifies the stored row; for `findAtState`. */
  state: string
}

const stateOf = ({ digest, testsDigest, credentials }: RowState) =>
  JSON.stringify([digest, testsDigest, credentials])

const testsDigest = sql`case when tests <> '[]' then md5(tests) end as "testsDigest"`

/**
 * The workflows of a project in both environments, for comparison. A credential counts by type and name: its
 * id differs between environments, so comparing ids would never find two workflows in sync.
 */
export async function listCompared(on: Queryable, projectId: string): Promise<ComparedWorkflow[]> {
  const rows = await on.query<ComparedRow>(sql`
    select workflow.id, workflow.name, environment.name as environment, digest, credentials,
      ${testsDigest}
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
    return {
      id,
      name,
      environment,
      signature: signatureOf(row),
      hasTests: row.testsDigest !== null,
      state: stateOf(row),
    }
  })
}

export interface WorkflowAtState extends Record<string, unknown> {
  name: string
  nodes: string
  connections: string
  settings: string
  environmentId: string
  revision: number
  tests: string
}

/** A workflow with its tests, read at once; undefined unless they are as they were when they were compared. */
export async function findAtState(
  on: Queryable,
  { id, state }: Pick<ComparedWorkflow, 'id' | 'state'>,
): Promise<WorkflowAtState | undefined> {
  const [row] = await on.query<WorkflowAtState & RowState>(sql`
    select name, nodes, connections, settings, environment_id as "environmentId", revision, tests,
      digest, credentials, ${testsDigest}
    from workflow where id = ${id}`)
  return row && stateOf(row) === state ? row : undefined
}

/** Compares each workflow of a project with production. */
export async function readStatuses(
  on: Queryable,
  projectId: string,
): Promise<(workflowId: string) => ProductionStatus> {
  return compareWithProduction(await listCompared(on, projectId))
}
