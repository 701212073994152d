import { deleteWorkflow } from '@plinth/contract'
import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'

interface DeleteOptions {
  projectId: string
  workflowId: string | undefined
  onDeleted: () => void
}

/** Deletes the workflow after a browser confirmation. */
export function useDeleteWorkflow({ projectId, workflowId, onDeleted }: DeleteOptions) {
  const [isDeleting, setDeleting] = useState(false)
  const remove = async () => {
    if (workflowId === undefined || isDeleting || !window.confirm(strings.confirmDelete)) return
    setDeleting(true)
    try {
      await client.call(deleteWorkflow, { params: { projectId, workflowId } })
      showToast({ title: strings.toast.deleted })
      onDeleted()
    } catch (error) {
      logFailure('Deleting the workflow', error)
      const description = error instanceof Error ? error.message : undefined
      showToast({
        title: strings.toast.deleteFailed,
        ...(description ? { description } : {}),
        variant: 'destructive',
      })
      setDeleting(false)
    }
  }
  return { remove, isDeleting }
}
