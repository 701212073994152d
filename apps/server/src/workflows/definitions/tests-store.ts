import type { TestOfRun } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

/** Tests that the answer of a deleted run names. */
const MAX_TESTS_OF_RUN = 100

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

/** The tests of a project that were made from a run, in both environments. */
export async function listTestsOfRun(
  on: Queryable,
  { projectId, runId }: { projectId: string; runId: string },
): Promise<TestOfRun[]> {
  return on.query<TestOfRun>(sql`
    select workflow.id as "workflowId", test ->> 'id' as "testId", test ->> 'name' as name,
      workflow.name as workflow, environment.name as environment
    from workflow join environment on environment.id = environment_id,
      json_array_elements(case when position(${runId} in tests) > 0 then tests else '[]' end::json) as test
    where project_id = ${projectId} and test -> 'run' ->> 'id' = ${runId}
    order by environment.name, workflow.name, 3
    limit ${MAX_TESTS_OF_RUN}`)
}

/** Removes tests that the workflow no longer has from all its versions, with the data that they hold. */
export async function removeDeletedTests(
  transaction: Transaction,
  workflowId: string,
): Promise<void> {
  await transaction.query(sql`
    with current as (
      select test ->> 'id' as id from workflow, json_array_elements(tests::json) as test
      where workflow.id = ${workflowId})
    update workflow_version set tests = '[' || coalesce((
      select string_agg(test.value::text, ',' order by test.ordinality)
      from json_array_elements(workflow_version.tests::json) with ordinality as test
      where test.value ->> 'id' in (select id from current)), '') || ']'
    where workflow_id = ${workflowId} and exists (
      select from json_array_elements(workflow_version.tests::json) as test
      where test ->> 'id' not in (select id from current))`)
}
