import { Undo2 } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useStopReason } from '../../../state/availability.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { gridStrings as strings } from '../strings/grid-strings.ts'
import { NO_EDITS } from './edits.ts'
import { type GridStore, useEditCount, useIsSaving } from './grid-store.ts'

/** The Save Changes and Cancel Changes buttons, shown while there are unsaved edits. */
export function SaveChanges({ store }: { store: GridStore }) {
  const count = useEditCount(store)
  const isSaving = useIsSaving(store)
  return count === 0 ? null : <Buttons {...{ store, count, isSaving }} />
}

interface ButtonsProps {
  store: GridStore
  count: number
  isSaving: boolean
}

function Buttons({ store, count, isSaving }: ButtonsProps) {
  const stopped = useStopReason()
  const anchor = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = anchor.current
    // The buttons unmount when everything is saved, so the focus moves to the grid.
    return () => {
      if (element?.contains(document.activeElement)) store.focus.current?.()
    }
  }, [store])
  return (
    <span ref={anchor} className="contents">
      <Button variant="ghost" onClick={() => store.set({ edits: NO_EDITS })}>
        <Undo2 aria-hidden="true" />
        {strings.cancelChanges}
      </Button>
      <GatedButton
        reason={stopped}
        busy={isSaving}
        onClick={() => void store.save.current?.()}
        className="border-warn-line! bg-warn-soft! text-warn-text!"
      >
        {strings.saveChanges(count)}
      </GatedButton>
    </span>
  )
}
