import type { WorkflowTest } from '@plinth/contract'
import { withPlatform } from '../../../app/testing/people.ts'
import { toTestsText } from '../tests-text.ts'

export const SAMPLE_TEST: WorkflowTest = {
  id: `tst_${'0'.repeat(26)}`,
  name: 'Stored by hand',
  run: { id: `run_${'0'.repeat(26)}`, workflowId: 'none', trigger: 'manual', version: 1 },
  starts: [],
  payload: { n: 1 },
  now: '2026-11-18T07:00:00.000Z',
  times: {},
  pins: { call: { status: 'done', value: 'pinned' } },
  expectations: [],
  createdOn: '2026-11-18T07:00:00.000Z',
  by: 'ada@example.com',
}

/** Stores a test with a workflow and all its versions, without a run; several times if asked. */
export async function storeSampleTest(workflowId: string, count = 1): Promise<void> {
  const tests = toTestsText(Array.from({ length: count }, () => SAMPLE_TEST))
  await withPlatform(async (on) => {
    await on.query('update workflow set tests = $1 where id = $2', [tests, workflowId])
    await on.query('update workflow_version set tests = $1 where workflow_id = $2', [
      tests,
      workflowId,
    ])
  })
}
