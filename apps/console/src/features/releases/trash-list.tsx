import type { Configuration, TrashItem } from '@plinth/contract'
import { findTable } from '@plinth/schema'
import { ArchiveRestore } from 'lucide-react'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { RelativeTime } from '../../ui/primitives/relative-time.tsx'
import { daysLeft } from './history.ts'
import { HistoryBody } from './history-body.tsx'
import { historyStrings as strings } from './history-strings.ts'
import { type HistoryActions, useTrash } from './use-history.ts'

interface TrashListProps {
  projectId: string
  /** The synced configuration, used to show the table of a field. */
  applied: Configuration
  actions: HistoryActions
}

function whatOf({ kind, tableId }: TrashItem, applied: Configuration): string {
  if (kind === 'table') return strings.table
  return strings.field(findTable(applied, tableId)?.name ?? tableId)
}

/** Deleted tables and fields with the days left to restore them. */
export function TrashList({ projectId, applied, actions }: TrashListProps) {
  const query = useTrash(projectId)
  return (
    <HistoryBody
      query={query}
      empty={
        <EmptyState
          icon={<ArchiveRestore />}
          title={strings.emptyTrash}
          text={strings.emptyTrashText}
          className="py-10"
        />
      }
    >
      {(items) => (
        <ul aria-label={strings.trash}>
          {items.map((item) => (
            <li
              key={item.id}
              className="flex items-center gap-4 border-b px-4 py-2.5 last:border-b-0"
            >
              <div className="min-w-0 flex-1">
                <p className="truncate text-sm font-medium">{item.name}</p>
                <p className="text-xs text-fg-2">
                  {whatOf(item, applied)} · <RelativeTime iso={item.trashedOn} />
                </p>
              </div>
              <span className="tnum text-xs text-fg-2">
                {strings.left(daysLeft(item.trashedOn, Date.now()))}
              </span>
              <Button
                size="sm"
                aria-label={strings.restore(item.name)}
                busy={actions.busyOn === item.id}
                onClick={() => actions.restore(item)}
              >
                {strings.restoreShort}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </HistoryBody>
  )
}
