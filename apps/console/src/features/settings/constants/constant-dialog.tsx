import type { Constant } from '@plinth/contract'
import { Dialog } from '../../../ui/dialog.tsx'
import { useDefaultEnvironment } from '../use-item-access.ts'
import { useLast } from '../use-last.ts'
import { ConstantForm } from './constant-form.tsx'
import { strings } from './strings.ts'

export function CreateConstantDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const environment = useDefaultEnvironment()
  return (
    <Dialog
      open={open && environment !== undefined}
      onOpenChange={onClose}
      title={strings.createTitle}
      description={strings.createText}
    >
      <ConstantForm constant={undefined} environment={environment ?? ''} onDone={onClose} />
    </Dialog>
  )
}

interface EditConstantDialogProps {
  open: boolean
  constant: Constant | undefined
  onClose: () => void
}

export function EditConstantDialog({ open, constant, onClose }: EditConstantDialogProps) {
  const shown = useLast(constant)
  return (
    <Dialog open={open && shown !== undefined} onOpenChange={onClose} title={strings.editTitle}>
      {shown ? (
        <ConstantForm
          key={shown.id}
          constant={shown}
          environment={shown.environment_id}
          onDone={onClose}
        />
      ) : null}
    </Dialog>
  )
}
