import type { Workflow } from '@plinth/contract'
import { useMemo } from 'react'
import { copyWorkflow } from './copy-workflow.ts'
import { useWorkflowActivity } from './list-queries.ts'
import { useTestWorkflow } from './tests/use-test-workflow.ts'
import { useWorkflowSwitch } from './use-workflow-switch.ts'
import { workflowColumns } from './workflow-columns.tsx'

interface ColumnOptions {
  /** Path of the workflow area. */
  base: string
  /** Whether the user can change workflows here. */
  canChange: boolean
  onDelete: (workflow: Workflow) => void
  tag: string | undefined
  onTag: (tag: string | undefined) => void
}

/** The columns of the list, with what their cells can do. */
export function useWorkflowColumns({ base, canChange, onDelete, tag, onTag }: ColumnOptions) {
  const { change, switching } = useWorkflowSwitch()
  const { test, testing } = useTestWorkflow()
  const activity = useWorkflowActivity().data
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callbacks behave the same in every render
  return useMemo(
    () =>
      workflowColumns({
        pathOf: ({ id }) => `${base}/edit/${id}`,
        onCopy: copyWorkflow,
        onTest: test,
        testing,
        onDelete: canChange ? onDelete : undefined,
        onSwitch: canChange ? change : undefined,
        switching,
        runPathOf: (id) => `${base}/run/${id}`,
        activityOf: ({ id }) => activity?.get(id),
        tag,
        onTag,
      }),
    [base, canChange, switching, testing, activity, tag, onTag],
  )
}
