import { listWorkflowTests, runWorkflowTest, type WorkflowTestResult } from '@plinth/contract'
import { client } from '../../api/client.ts'

export interface TestedWorkflow {
  projectId: string
  workflowId: string
}

/** Runs all tests of a workflow as it is saved, one after the other. */
export async function runWorkflowTests(
  params: TestedWorkflow,
  onProgress: (done: number, all: number) => void = () => undefined,
): Promise<WorkflowTestResult[]> {
  const { tests } = await client.call(listWorkflowTests, { params })
  const results: WorkflowTestResult[] = []
  for (const [done, { id }] of tests.entries()) {
    onProgress(done, tests.length)
    const { result } = await client.call(runWorkflowTest, { params: { ...params, testId: id } })
    results.push(result)
  }
  return results
}
