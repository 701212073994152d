import { useSession } from '../state/session.tsx'
import { signOutQuestion } from '../state/unsaved/unsaved-changes.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { useLast } from '../ui/hooks/use-last.ts'
import { appStrings } from './strings.ts'

const strings = appStrings.signOut

/** Confirms signing out with unsaved changes. */
export function SignOutDialog() {
  const { signOutNow } = useSession()
  const unsaved = signOutQuestion.use()
  const shown = useLast(unsaved) ?? []
  return (
    <ConfirmDialog
      open={unsaved !== undefined}
      onOpenChange={(open) => (open ? undefined : signOutQuestion.set(undefined))}
      title={strings.title}
      text={strings.text(shown.map(strings.entry).join(', '))}
      cancelLabel={strings.stay}
      confirmLabel={strings.confirm}
      onConfirm={signOutNow}
    />
  )
}
