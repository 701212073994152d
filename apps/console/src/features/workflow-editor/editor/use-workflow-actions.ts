import type { Workflow } from '@plinth/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useLeaveGuard } from '../../../ui/hooks/use-leave-guard.ts'
import { type Execution, useExecution } from '../execution/execution.ts'
import { workflowDraftIsDirty } from '../graph/workflow-draft.ts'
import { useWorkflowTests } from '../tests/use-workflow-tests.ts'
import type { Editor } from './create-editor.ts'
import { useDeleteWorkflow } from './use-delete-workflow.ts'
import { useSaveWorkflow } from './use-save-workflow.ts'
import { useTestRuns } from './use-test-runs.ts'

interface WorkflowActionsOptions {
  projectId: string
  workflowId: string | undefined
  editor: Editor
  onCreated: (workflow: Workflow) => void
}

/** Actions on the whole workflow: save, delete, run, leave. */
export function useWorkflowActions({
  projectId,
  workflowId,
  editor,
  onCreated,
}: WorkflowActionsOptions) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const reloadList = () => queries.invalidateQueries({ queryKey: ['workflows', projectId] })
  const { draft } = editor.use()
  const isDirty = useMemo(() => workflowDraftIsDirty(draft), [draft])
  const execution: Execution = useExecution(workflowId)
  // Path of a navigation by the editor itself, which loses no changes.
  const ownPath = useRef<string>(undefined)
  const [query] = useSearchParams()
  const tests = useWorkflowTests({ projectId, workflowId, isOpened: query.has('tests') })
  const blocker = useLeaveGuard(
    isDirty || tests.form.hasWork,
    (pathname) => pathname === ownPath.current,
  )
  const saving = useSaveWorkflow({
    projectId,
    workflowId,
    editor,
    onSaved: () => {
      reloadList()
      void tests.runSaved()
    },
    onCreated: (workflow) => {
      ownPath.current = `/project/${projectId}/workflow/edit/${workflow.id}`
      onCreated(workflow)
    },
  })
  const deleting = useDeleteWorkflow({
    projectId,
    workflowId,
    onDeleted: () => {
      reloadList()
      ownPath.current = `/project/${projectId}/workflow`
      navigate(ownPath.current)
    },
  })
  const testRuns = useTestRuns({ projectId, workflowId, editor, execution, save: saving.save })
  const [isComparing, setComparing] = useState(false)
  const versions = {
    isOpen: isComparing,
    open: () => setComparing(true),
    close: () => setComparing(false),
  }
  return { isDirty, execution, blocker, saving, deleting, ...testRuns, versions, tests }
}

export type WorkflowActions = ReturnType<typeof useWorkflowActions>
