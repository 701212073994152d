import { CredentialForm } from '../features/workflow-list/credential-form.tsx'
import { workflowListStrings } from '../features/workflow-list/strings.ts'
import type { CredentialDialogProps } from '../state/credentials/credential-dialog.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'

const words = workflowListStrings.credential

/** The form of a credential above the workflow editor. */
export function CredentialOverlay({ onClose, ...form }: CredentialDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={form.credential ? words.editTitle : words.addTitle}
      className="w-230"
    >
      <CredentialForm {...form} onDone={onClose} />
    </Dialog>
  )
}
