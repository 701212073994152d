import { TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/primitives/button.tsx'
import { cn } from '../../../ui/primitives/cn.ts'
import { type GridStore, useEditCount, useSaveFailure } from '../edits/grid-store.ts'
import type { PendingChanges } from '../pending/pending-changes.ts'
import { usePendingState } from '../pending/use-pending.ts'
import { explainLoadError } from '../rows/explain-error.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'

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
}

/** What went wrong with the rows, below them so that they neither move nor are covered. */
export function GridNotices({ store, pending, loadError, onRetry }: GridNoticesProps) {
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
      {failure !== undefined && count > 0 ? (
        <Notice
          tone="danger"
          text={`${strings.saveFailed}. ${failure}`}
          action={{ label: strings.saveAgain, run: () => void store.save() }}
        />
      ) : null}
      {notKept > 0 ? <Notice tone="warn" text={strings.notKept(notKept)} /> : null}
    </>
  )
}
