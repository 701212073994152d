import type { Workflow } from '@plinth/contract'
import { useState } from 'react'
import { logFailure } from '../../../api/log-failure.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { runWorkflowTests } from '../../../state/workflow-tests/run-workflow-tests.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { workflowTestStrings as words } from './strings.ts'

/** Runs the tests of a workflow from the list. */
export function useTestWorkflow() {
  const { id: projectId } = useCurrentProject()
  const [testing, setTesting] = useState<string>()
  const test = async ({ id: workflowId, name }: Workflow) => {
    if (testing !== undefined) return
    setTesting(workflowId)
    try {
      const results = await runWorkflowTests({ projectId, workflowId })
      const failed = results.filter(({ passed }) => !passed)
      if (results.length === 0) showToast({ title: words.none, description: words.noneText })
      else if (failed.length === 0)
        showToast({ title: words.passed(results.length), description: name })
      else
        showToast({
          title: words.failed(failed.length, results.length),
          description: words.names(failed.map((result) => result.name)),
          variant: 'destructive',
        })
    } catch (error) {
      logFailure('Running tests', error)
      const description = error instanceof Error ? { description: error.message } : {}
      showToast({ title: words.notRun, ...description, variant: 'destructive' })
    } finally {
      setTesting(undefined)
    }
  }
  return { test, testing }
}
