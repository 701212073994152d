import { Undo2 } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { NO_EDITS } from './edits.ts'
import { type GridStore, useEditCount, useIsSaving } from './grid-store.ts'
import { gridStrings as strings } from './strings-grid.ts'

/** Stands in the toolbar while edits of cells wait. */
export function SaveChanges({ store }: { store: GridStore }) {
  const count = useEditCount(store)
  const isSaving = useIsSaving(store)
  if (count === 0) return null
  return (
    <>
      <Button variant="ghost" onClick={() => store.set({ edits: NO_EDITS })}>
        <Undo2 aria-hidden="true" />
        {strings.cancelChanges}
      </Button>
      <Button
        busy={isSaving}
        onClick={() => void store.save.current?.()}
        className="border-warn-line! bg-warn-soft! text-warn-text!"
      >
        {strings.saveChanges(count)}
      </Button>
    </>
  )
}
