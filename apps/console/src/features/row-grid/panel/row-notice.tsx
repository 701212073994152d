import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/primitives/button.tsx'
import { gridStrings } from '../strings/grid-strings.ts'
import { liveStrings as strings } from '../strings/live-strings.ts'
import type { LostRow } from './use-lost-row.ts'

interface RowNoticeProps {
  why: LostRow | 'readded'
  /** Whether something of the row is unsaved, which stays below the notice. */
  hasEdits: boolean
  onShowRow: () => void
  onClose: () => void
}

function textsOf(why: RowNoticeProps['why'], hasEdits: boolean) {
  const { rowDeleted, rowLeft } = strings
  if (why === 'readded') return { title: rowDeleted, text: gridStrings.deletedByOthersText }
  if (why === 'far') return { title: strings.rowFar, text: strings.rowFarText }
  if (why === 'left')
    return { title: rowLeft, text: hasEdits ? strings.rowLeftEdits : strings.rowLeftText }
  return { title: rowDeleted, text: hasEdits ? strings.rowDeletedEdits : strings.rowDeletedText }
}

/** What became of the row of the panel, and what one can do. */
export function RowNotice({ why, hasEdits, onShowRow, onClose }: RowNoticeProps) {
  const { title, text } = textsOf(why, hasEdits)
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The focused field may be hidden now.
    if (document.activeElement === document.body) element.current?.querySelector('button')?.focus()
  }, [])
  return (
    <div
      ref={element}
      className="flex flex-col items-start gap-2 rounded-md bg-warn-soft px-3 py-2.5 text-xs text-warn-text"
    >
      <p className="font-semibold">{title}</p>
      <p>{text}</p>
      {why === 'readded' ? null : (
        <span className="flex gap-1.5">
          {why === 'deleted' ? null : (
            <Button size="sm" onClick={onShowRow}>
              {strings.showRows(1)}
            </Button>
          )}
          <Button size="sm" onClick={onClose}>
            {gridStrings.closeRow}
          </Button>
        </span>
      )}
    </div>
  )
}
