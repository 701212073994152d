import type { DeletedProject } from '@plinth/contract'
import { isUnconfirmed } from '../../api/recent-proof.ts'
import { ConfirmByNameDialog } from '../../ui/dialogs/confirm-by-name-dialog.tsx'
import { useEraseProject } from './deleted-queries.ts'
import { deletedProjectsStrings as strings } from './strings.ts'

interface EraseProjectDialogProps {
  project: DeletedProject | undefined
  onClose: () => void
}

/** Asks for the project's name before it is deleted for good. */
export function EraseProjectDialog({ project, onClose }: EraseProjectDialogProps) {
  const erasing = useEraseProject()
  const name = project?.name ?? ''
  return (
    <ConfirmByNameDialog
      open={project !== undefined}
      onOpenChange={(open) => (open || erasing.isPending ? undefined : onClose())}
      title={strings.erasing.title(name)}
      text={strings.erasing.text}
      name={name}
      nameLabel={strings.erasing.nameLabel(name)}
      cancelLabel={strings.cancel}
      confirmLabel={strings.deleteNow}
      busy={erasing.isPending}
      onConfirm={() => {
        if (!project) return
        erasing.mutate(project.id, {
          onSettled: (_, error) => (isUnconfirmed(error) ? undefined : onClose()),
        })
      }}
    />
  )
}
