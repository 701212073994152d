import { deleteProject, type Project } from '@plinth/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { isUnconfirmed } from '../../api/recent-proof.ts'
import { ConfirmByNameDialog } from '../../ui/dialogs/confirm-by-name-dialog.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { PROJECTS_KEY } from './projects-query.ts'
import { projectListStrings as strings } from './strings.ts'

interface DeleteProjectDialogProps {
  /** The project to delete; null if the dialog is closed. */
  project: Project | null
  onClose: () => void
}

function useDeleteProject(onClose: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (projectId: string) => client.call(deleteProject, { params: { projectId } }),
    onSuccess: () => {
      showToast({ title: strings.remove.succeeded, description: strings.remove.succeededText })
      return queries.invalidateQueries({ queryKey: PROJECTS_KEY })
    },
    onError: (error) => {
      if (isUnconfirmed(error)) return showToast({ title: error.message })
      logFailure('Deleting a project', error)
      showToast({
        title: strings.remove.failed,
        description: strings.remove.failedText,
        variant: 'destructive',
      })
    },
    onSettled: (_, error) => (isUnconfirmed(error) ? undefined : onClose()),
  })
}

export function DeleteProjectDialog({ project, onClose }: DeleteProjectDialogProps) {
  const removal = useDeleteProject(onClose)
  // Keeps the name on screen while the dialog fades out.
  const lastName = useRef('')
  if (project) lastName.current = project.name
  return (
    <ConfirmByNameDialog
      open={project !== null}
      onOpenChange={(open) => (open || removal.isPending ? undefined : onClose())}
      title={strings.remove.title}
      text={strings.remove.text(lastName.current)}
      name={lastName.current}
      nameLabel={strings.remove.nameLabel(lastName.current)}
      cancelLabel={strings.remove.cancel}
      confirmLabel={strings.remove.confirm}
      busy={removal.isPending}
      onConfirm={() => (project ? removal.mutate(project.id) : undefined)}
    />
  )
}
