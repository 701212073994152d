import * as z from 'zod'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import { readStored } from '../../foundation/platform/stored-json.ts'

type NamedUse = [nodeId: string, parameter: string, type: string, name: string]

const NamedUses = z.array(z.tuple([z.string(), z.string(), z.string(), z.string()]))

export const readNamedUses = (text: string): NamedUse[] =>
  readStored(NamedUses, text, 'credential uses of a staged workflow')

/** Stages a workflow of dev as it is now; credentials are stored by type and name. */
export async function stageWorkflow(
  transaction: Transaction,
  { releaseId, workflowId }: { releaseId: string; workflowId: string },
): Promise<void> {
  await transaction.query(sql`
    insert into staged_workflow (release_id, name, nodes, connections, settings, active, tests, credentials)
    select ${releaseId}, name, nodes, connections, settings, active, tests, coalesce((
      select json_agg(json_build_array(used.value ->> 0, used.value ->> 1, credential.type, credential.name))
      from json_array_elements(workflow.credentials::json) as used
        join credential on credential.id = used.value ->> 2), '[]')::text
    from workflow where id = ${workflowId}`)
}

export interface StagedWorkflow extends Record<string, unknown> {
  name: string
  nodes: string
  connections: string
  settings: string
  active: boolean
  tests: string
  credentials: string
  /** The workflow of that name in production, if it exists by now. */
  currentId: string | null
}

export async function listStagedWorkflows(
  on: Queryable,
  { releaseId, environmentId }: { releaseId: string; environmentId: string },
): Promise<StagedWorkflow[]> {
  return on.query<StagedWorkflow>(sql`
    select staged.name, staged.nodes, staged.connections, staged.settings, staged.active, staged.tests,
      staged.credentials, workflow.id as "currentId"
    from staged_workflow as staged left join workflow
      on workflow.environment_id = ${environmentId} and workflow.name = staged.name
    where staged.release_id = ${releaseId} order by staged.name`)
}

export async function listCredentialsByName(
  on: Queryable,
  environmentId: string,
): Promise<{ id: string; type: string; name: string }[]> {
  return on.query<{ id: string; type: string; name: string }>(
    sql`select id, type, name from credential where environment_id = ${environmentId}`,
  )
}

export async function forgetStagedWorkflows(
  transaction: Transaction,
  releaseId: string,
): Promise<void> {
  await transaction.query(sql`delete from staged_workflow where release_id = ${releaseId}`)
}
