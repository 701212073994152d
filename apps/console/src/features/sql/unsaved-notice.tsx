import { StaleNotice } from '../../ui/forms/stale-notice.tsx'
import { sqlStrings as strings } from './strings.ts'
import type { EditedQuery } from './use-edited-query.ts'

interface UnsavedNoticeProps {
  edited: EditedQuery
  /** Called after a choice, because its buttons disappear. */
  onChosen: () => void
}

/** Says that another member saved the query meanwhile, or that the text does not survive a reload. */
export function UnsavedNotice({ edited, onChosen }: UnsavedNoticeProps) {
  const { shownId, text, opened, isStale, isTooLarge } = edited
  return (
    <>
      {isStale ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls long texts
        <div tabIndex={0} className="ring-focus max-h-60 shrink-0 overflow-auto rounded-lg">
          <StaleNotice
            sides={[{ label: strings.query, yours: text, theirs: opened?.sql ?? '' }]}
            onKeepMine={() => {
              edited.keepMine()
              onChosen()
            }}
            onTakeTheirs={() => {
              edited.discard(shownId)
              onChosen()
            }}
          />
        </div>
      ) : null}
      {isTooLarge ? (
        <p
          role="status"
          className="shrink-0 rounded-lg border border-warn-line bg-warn-soft px-3 py-2 text-xs text-warn-text"
        >
          {strings.tooLarge}
        </p>
      ) : null}
    </>
  )
}
