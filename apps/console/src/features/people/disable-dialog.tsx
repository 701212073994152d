import type { StaffMember } from '@plinth/contract'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useSetDisabled } from './people-queries.ts'
import { peopleStrings as strings } from './strings.ts'

interface DisableDialogProps {
  person: StaffMember | undefined
  onClose: () => void
}

/** Asks for confirmation and lists projects without another owner. */
export function DisableDialog({ person, onClose }: DisableDialogProps) {
  const setting = useSetDisabled()
  const alone = person?.projects.filter(({ lastOwner }) => lastOwner) ?? []
  return (
    <ConfirmDialog
      open={person !== undefined}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={strings.disableTitle(person?.email ?? '')}
      text={
        <>
          <p>{strings.disableText}</p>
          {alone.length > 0 ? (
            <>
              <p className="mt-2">{strings.alone}</p>
              <ul className="mt-1 list-disc pl-5 text-fg">
                {alone.map(({ id, name }) => (
                  <li key={id}>{name}</li>
                ))}
              </ul>
            </>
          ) : null}
        </>
      }
      cancelLabel={strings.cancel}
      confirmLabel={strings.disable}
      busy={setting.isPending}
      onConfirm={() => {
        if (person) setting.mutate({ staffId: person.id, disabled: true }, { onSettled: onClose })
      }}
    />
  )
}
