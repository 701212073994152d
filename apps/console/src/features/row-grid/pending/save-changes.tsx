import { Undo2 } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useStopReason } from '../../../state/availability.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { NO_EDITS } from '../edits/edits.ts'
import type { GridStore } from '../edits/grid-store.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'
import type { PendingChanges } from './pending-changes.ts'
import { usePendingState } from './use-pending.ts'

interface SaveChangesProps {
  pending: PendingChanges
  /** The selected table; undefined if there are no tables. */
  tableId: string | undefined
}

const waiting = 'border-warn-line! bg-warn-soft! text-warn-text!'

/** 'Save Changes' and 'Cancel Changes' of the selected table, and 'Save all' while other tables have changes. */
export function SaveChanges({ pending, tableId = '' }: SaveChangesProps) {
  const { counts, isSaving } = usePendingState(pending)
  const stopped = useStopReason()
  const store = pending.storeOf(tableId)
  const count = counts.get(tableId) ?? 0
  const total = [...counts.values()].reduce((sum, each) => sum + each, 0)
  const save = { reason: stopped, busy: isSaving, className: waiting }
  return (
    <>
      {count > 0 ? (
        <FocusKeeper store={store}>
          <Button
            variant="ghost"
            onClick={() => store.set({ edits: NO_EDITS, failure: undefined })}
          >
            <Undo2 aria-hidden="true" />
            {strings.cancelChanges}
          </Button>
          <GatedButton {...save} onClick={() => void store.save()}>
            {strings.saveChanges(count)}
          </GatedButton>
        </FocusKeeper>
      ) : null}
      {total > count ? (
        <FocusKeeper store={store}>
          <GatedButton {...save} onClick={() => void pending.saveAll()}>
            {strings.saveAll(total)}
          </GatedButton>
        </FocusKeeper>
      ) : null}
    </>
  )
}

/** The buttons unmount when everything is saved, so the focus moves to the grid. */
function FocusKeeper({ store, children }: { store: GridStore; children: ReactNode }) {
  const anchor = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = anchor.current
    return () => {
      if (element?.contains(document.activeElement)) store.focus.current?.()
    }
  }, [store])
  return (
    <span ref={anchor} className="contents">
      {children}
    </span>
  )
}
