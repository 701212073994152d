import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

/** The tests of a workflow as JSON. */
export async function findTestsText(on: Queryable, workflowId: string): Promise<string> {
  const [row] = await on.query<{ tests: string }>(
    sql`select tests from workflow where id = ${workflowId}`,
  )
  return row?.tests ?? '[]'
}

/** The tests of all workflows of a project that have some, as JSON by workflow. */
export async function listTestsTexts(
  on: Queryable,
  projectId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await on.query<{ id: string; tests: string }>(sql`
    select workflow.id, tests from workflow join environment on environment.id = environment_id
    where project_id = ${projectId} and tests <> '[]'`)
  return new Map(rows.map(({ id, tests }) => [id, tests]))
}

/** Stores the tests with the workflow and its current version. They change no revision: an open editor stays valid. */
export async function saveTestsText(
  transaction: Transaction,
  { workflowId, tests }: { workflowId: string; tests: string },
): Promise<void> {
  await transaction.query(sql`
    with saved as (update workflow set tests = ${tests} where id = ${workflowId} returning id, revision)
    update workflow_version set tests = ${tests} from saved
    where workflow_id = saved.id and workflow_version.revision = saved.revision`)
}
