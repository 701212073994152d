import type { ListedAppUser } from '@plinth/contract'
import { useState } from 'react'
import { useCurrentProject } from '../../state/current-project.tsx'
import { useIsAdmin } from '../../state/current-user.ts'
import { useEnvironment } from '../../state/environment.ts'
import { GatedButton } from '../../ui/primitives/gated-button.tsx'
import { ActAsDialog } from './act-as-dialog.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { useExport } from './person-queries.ts'
import { usersStrings as strings } from './strings.ts'

/** Why the person may not do what owners and admins do with the data of users; undefined if they may. */
function useReasonAgainst(): string | undefined {
  const { role } = useCurrentProject()
  const isAdmin = useIsAdmin()
  const isProduction = useEnvironment() === 'production'
  if (isProduction && !isAdmin) return strings.adminsOnly
  return role === 'developer' ? strings.ownersOnly : undefined
}

interface PersonActsProps {
  user: ListedAppUser
  isDisabled: boolean
  tableId: string
  onErased: () => void
}

/** What owners and admins do with the person behind an account. */
export function PersonActs({ user, isDisabled, tableId, onErased }: PersonActsProps) {
  const exporting = useExport(tableId, user.id)
  const [erased, setErased] = useState<ListedAppUser>()
  const [isActing, setActing] = useState(false)
  const reason = useReasonAgainst()
  return (
    <div className="flex gap-2">
      <GatedButton
        size="sm"
        reason={reason ?? (isDisabled ? strings.actAs.disabled : undefined)}
        aria-haspopup="dialog"
        onClick={() => setActing(true)}
      >
        {strings.actAs.open}
      </GatedButton>
      <GatedButton
        size="sm"
        reason={reason}
        busy={exporting.isPending}
        onClick={() => exporting.mutate()}
      >
        {strings.export}
      </GatedButton>
      <GatedButton
        size="sm"
        variant="danger"
        reason={reason}
        aria-haspopup="dialog"
        onClick={() => setErased(user)}
      >
        {strings.erase.open}
      </GatedButton>
      <ActAsDialog
        open={isActing}
        userId={user.id}
        email={user.email}
        tableId={tableId}
        onClose={() => setActing(false)}
      />
      <EraseDialog
        user={erased}
        tableId={tableId}
        onClose={() => setErased(undefined)}
        onErased={onErased}
      />
    </div>
  )
}
