import type { Domain } from '@plinth/contract'
import { Dialog } from '../../../ui/dialog.tsx'
import { useDefaultEnvironment } from '../use-item-access.ts'
import { useLast } from '../use-last.ts'
import { DomainForm } from './domain-form.tsx'
import { strings } from './strings.ts'

export function CreateDomainDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const environment = useDefaultEnvironment()
  return (
    <Dialog
      open={open && environment !== undefined}
      onOpenChange={onClose}
      title={strings.createTitle}
      description={strings.createText}
    >
      <DomainForm domain={undefined} environment={environment ?? ''} onDone={onClose} />
    </Dialog>
  )
}

interface EditDomainDialogProps {
  open: boolean
  domain: Domain | undefined
  onClose: () => void
}

export function EditDomainDialog({ open, domain, onClose }: EditDomainDialogProps) {
  const shown = useLast(domain)
  return (
    <Dialog open={open && shown !== undefined} onOpenChange={onClose} title={strings.editTitle}>
      {shown ? (
        <DomainForm
          key={shown.id}
          domain={shown}
          environment={shown.environment_id}
          onDone={onClose}
        />
      ) : null}
    </Dialog>
  )
}
