import type { ErasurePlan, ListedAppUser } from '@plinth/contract'
import { useState } from 'react'
import { ConfirmByNameDialog } from '../../ui/dialogs/confirm-by-name-dialog.tsx'
import { useLast } from '../../ui/hooks/use-last.ts'
import { useErase, useErasurePlan } from './person-queries.ts'
import { usersStrings } from './strings.ts'

const strings = usersStrings.erase

function Planned({ plan }: { plan: ErasurePlan }) {
  return (
    <>
      <p>{strings.text}</p>
      <ul className="mt-2 list-disc pl-5 text-fg">
        <li>{strings.account(plan.sessions)}</li>
        {plan.rows.map(({ table, field, rows, effect }) => (
          <li key={`${table} ${field} ${effect}`}>{strings.rows[effect](rows, table, field)}</li>
        ))}
      </ul>
      <p className="mt-2">{strings.stays}</p>
    </>
  )
}

interface EraseDialogProps {
  user: ListedAppUser | undefined
  tableId: string
  onClose: () => void
  onErased: () => void
}

/** Shows what an erasure deletes and unlinks, and asks for the address of the account. */
export function EraseDialog({ user, tableId, onClose, onErased }: EraseDialogProps) {
  const shown = useLast(user)
  const query = useErasurePlan(tableId, user?.id)
  const [last, setLast] = useState<ErasurePlan>()
  if (query.data && query.data !== last) setLast(query.data)
  const erasing = useErase(tableId, shown?.id ?? '')
  const plan = query.data ?? last
  const failed = query.isError ? query.error.message : undefined
  return (
    <ConfirmByNameDialog
      open={user !== undefined}
      onOpenChange={onClose}
      title={strings.title(shown?.email ?? '')}
      text={
        failed !== undefined ? (
          <p>{failed}</p>
        ) : plan ? (
          <Planned plan={plan} />
        ) : (
          <p>{strings.planning}</p>
        )
      }
      name={failed === undefined && query.data ? (shown?.email ?? '') : '\0'}
      nameLabel={strings.typeEmail}
      cancelLabel={usersStrings.cancel}
      confirmLabel={strings.erase}
      busy={erasing.isPending}
      onConfirm={() => {
        if (query.data) erasing.mutate(query.data, { onSuccess: onErased, onError: onClose })
      }}
    />
  )
}
