import { type ReactNode, useState } from 'react'
import { useIsAdmin } from '../../state/current-user.ts'
import { useEnvironment } from '../../state/environment.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useLast } from '../../ui/hooks/use-last.ts'
import { GatedButton } from '../../ui/primitives/gated-button.tsx'
import { usersStrings } from './strings.ts'

/** A way to sign in that staff may remove. */
export interface RemovableWay {
  id: string
  name: string
  /** What the name stands for, shown by the pointer. */
  title?: string
  beside: string | null
  note: ReactNode
}

interface Words {
  title: (count: number) => string
  none: string
  remove: string
  removeOf: (name: string) => string
  removeTitle: (name: string) => string
  removeText: string
}

interface WayProps {
  way: RemovableWay
  strings: Words
  reason: string | undefined
  onRemove: () => void
}

function Way({ way, strings, reason, onRemove }: WayProps) {
  const { name, title, beside, note } = way
  return (
    <li className="flex items-center gap-3 border-t px-3 py-2 text-sm first:border-t-0">
      <div className="flex min-w-0 flex-1 flex-col">
        <span title={title} className="truncate font-medium">
          {name}
          {beside === null ? null : <span className="font-normal text-fg-2"> · {beside}</span>}
        </span>
        <span className="text-xs text-fg-2">{note}</span>
      </div>
      <GatedButton
        size="sm"
        reason={reason}
        aria-haspopup="dialog"
        aria-label={strings.removeOf(name)}
        onClick={onRemove}
      >
        {strings.remove}
      </GatedButton>
    </li>
  )
}

interface RemovableListProps {
  ways: readonly RemovableWay[]
  strings: Words
  isBusy: boolean
  onRemove: (id: string, done: { onSettled: () => void }) => void
}

/** Ways to sign in of a user with a button to remove each; nothing for a user without one. */
export function RemovableList({ ways, strings, isBusy, onRemove }: RemovableListProps) {
  const [asked, setAsked] = useState<RemovableWay>()
  const shown = useLast(asked)
  const isAdmin = useIsAdmin()
  const isProduction = useEnvironment() === 'production'
  const reason = isProduction && !isAdmin ? usersStrings.adminsOnly : undefined
  const close = () => setAsked(undefined)
  if (ways.length === 0 && shown === undefined) return null
  return (
    <div>
      <h3 className="text-sm font-semibold">{strings.title(ways.length)}</h3>
      {ways.length === 0 ? (
        <p className="mt-1 text-sm text-fg-2">{strings.none}</p>
      ) : (
        <ul className="mt-2 rounded-lg border">
          {ways.map((way) => (
            <Way
              key={way.id}
              way={way}
              strings={strings}
              reason={reason}
              onRemove={() => setAsked(way)}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={close}
        title={strings.removeTitle(shown?.name ?? '')}
        text={strings.removeText}
        cancelLabel={usersStrings.cancel}
        confirmLabel={strings.remove}
        busy={isBusy}
        onConfirm={() => (asked ? onRemove(asked.id, { onSettled: close }) : undefined)}
      />
    </div>
  )
}
