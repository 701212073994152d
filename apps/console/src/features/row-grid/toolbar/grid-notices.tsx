import { TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/primitives/button.tsx'
import { cn } from '../../../ui/primitives/cn.ts'
import { countEdit } from '../edits/edits.ts'
import { type GridStore, useEditCount, useEdits, useSaveFailure } from '../edits/grid-store.ts'
import { isEdited } from '../edits/missing-rows.ts'
import type { GridLiveState } from '../live/use-live-grid.ts'
import type { PendingChanges } from '../pending/pending-changes.ts'
import { usePendingState } from '../pending/use-pending.ts'
import { explainLoadError } from '../rows/explain-error.ts'
import type { RowPages } from '../rows/row-pages.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'
import { liveStrings } from '../strings/live-strings.ts'

interface NoticeProps {
  tone: 'danger' | 'warn'
  text: string
  action?: { label: string; run: () => void }
}

function Notice({ tone, text, action }: NoticeProps) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cn(
        'flex min-h-10 shrink-0 items-center gap-2.5 border-t px-3.5 py-1.5 text-xs',
        tone === 'danger' ? 'bg-danger-soft text-danger-text' : 'bg-warn-soft text-warn-text',
      )}
    >
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">{text}</p>
      {action ? (
        <Button size="sm" onClick={action.run}>
          {action.label}
        </Button>
      ) : null}
    </div>
  )
}

interface GridNoticesProps {
  store: GridStore
  pending: PendingChanges
  /** Why rows could not be loaded, if others are shown. */
  loadError: unknown
  onRetry: () => void
  /** Undefined if the table is not live. */
  live: GridLiveState | undefined
  pages: RowPages
  /** The rows with unsaved edits that left the list. */
  left: readonly string[]
  onShowRows: (ids: readonly string[]) => void
}

function HiddenEdits({
  store,
  pages,
  left,
  onShowRows,
}: Pick<GridNoticesProps, 'store' | 'pages' | 'left' | 'onShowRows'>) {
  const edits = useEdits(store)
  const hidden = left.filter((id) => isEdited(edits, id) && pages.indexOf(id) === undefined)
  const count = hidden.reduce((sum, id) => {
    const edit = edits.rows.get(id)
    return sum + (edit ? countEdit(edit) : 0)
  }, 0)
  if (hidden.length === 0) return null
  return (
    <Notice
      tone="warn"
      text={liveStrings.notShown(count, hidden.length)}
      action={{ label: liveStrings.showRows(hidden.length), run: () => onShowRows(hidden) }}
    />
  )
}

/** What went wrong with the rows, below them so that they neither move nor are covered. */
export function GridNotices({ pending, loadError, onRetry, live, ...rest }: GridNoticesProps) {
  const { store } = rest
  const { notKept } = usePendingState(pending)
  const failure = useSaveFailure(store)
  const count = useEditCount(store)
  const load = loadError ? explainLoadError(loadError) : undefined
  return (
    <>
      {load ? (
        <Notice
          tone="danger"
          text={`${load.title}. ${load.text}`}
          action={{ label: strings.retry, run: onRetry }}
        />
      ) : null}
      {live?.state === 'ended' ? (
        <Notice
          tone="danger"
          text={liveStrings.ended(live.error?.message)}
          action={{ label: liveStrings.retry, run: live.retry }}
        />
      ) : null}
      {failure !== undefined && count > 0 ? (
        <Notice
          tone="danger"
          text={`${strings.saveFailed}. ${failure}`}
          action={{ label: strings.saveAgain, run: () => void store.save() }}
        />
      ) : null}
      <HiddenEdits {...rest} />
      {notKept > 0 ? <Notice tone="warn" text={strings.notKept(notKept)} /> : null}
    </>
  )
}
