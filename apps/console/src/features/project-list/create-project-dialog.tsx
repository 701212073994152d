import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { CreateProjectForm } from './create-project-form.tsx'
import { projectListStrings as strings } from './strings.ts'

interface CreateProjectDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function CreateProjectDialog({ open, onOpenChange }: CreateProjectDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={strings.create.title}
      description={strings.create.description}
    >
      <CreateProjectForm onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}
