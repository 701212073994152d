import type { Workflow } from '@plinth/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useLeaveGuard } from '../../../ui/hooks/use-leave-guard.ts'
import { cancel, type Execution, execute, recover, useExecution } from '../execution/execution.ts'
import { workflowDraftIsDirty } from '../graph/workflow-draft.ts'
import type { Editor } from './create-editor.ts'
import { triggersOf } from './trigger-dialog.tsx'
import { useDeleteWorkflow } from './use-delete-workflow.ts'
import { useSaveWorkflow } from './use-save-workflow.ts'

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
  useEffect(() => {
    if (workflowId !== undefined) recover({ projectId, workflowId })
  }, [projectId, workflowId])
  // Path of a navigation by the editor itself, which loses no changes.
  const ownPath = useRef<string>(undefined)
  const blocker = useLeaveGuard(isDirty, (pathname) => pathname === ownPath.current)
  const saving = useSaveWorkflow({
    projectId,
    workflowId,
    editor,
    onSaved: reloadList,
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
  const [isChoosing, setChoosing] = useState(false)
  const run = (trigger?: string) => {
    const content = editor.content()
    if (workflowId === undefined || !content.active) return
    if (trigger === undefined && triggersOf(content).length > 1) return setChoosing(true)
    setChoosing(false)
    execute({ projectId, workflowId, ...content, ...(trigger === undefined ? {} : { trigger }) })
  }
  const stop = () => {
    if (workflowId !== undefined) cancel({ projectId, workflowId })
  }
  const choosing = { isOpen: isChoosing, close: () => setChoosing(false) }
  const [isComparing, setComparing] = useState(false)
  const versions = {
    isOpen: isComparing,
    open: () => setComparing(true),
    close: () => setComparing(false),
  }
  return { isDirty, execution, blocker, saving, deleting, run, stop, choosing, versions }
}

export type WorkflowActions = ReturnType<typeof useWorkflowActions>
