import { CredentialForm } from '../features/workflow-list/credential-form.tsx'
import { workflowListStrings } from '../features/workflow-list/strings.ts'
import type { CredentialDialogProps } from '../state/credential-dialog.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'

const words = workflowListStrings.credential

/** The form of a credential above the workflow editor. */
export function CredentialOverlay({ type, credential, onSaved, onClose }: CredentialDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={credential ? words.editTitle : words.addTitle}
      className="w-230"
    >
      <CredentialForm type={type} credential={credential} onSaved={onSaved} onDone={onClose} />
    </Dialog>
  )
}
