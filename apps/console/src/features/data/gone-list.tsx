import type { Configuration, TrashItem } from '@plinth/contract'
import { findTable } from '@plinth/schema'
import { ArchiveRestore } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { daysLeft } from './history.ts'
import { HistoryBody } from './history-body.tsx'
import { historyStrings as strings } from './strings-history.ts'
import { type HistoryActs, useGone } from './use-history.ts'

interface GoneListProps {
  projectId: string
  /** What the database has, to name the table of a field. */
  applied: Configuration
  acts: HistoryActs
}

function whatOf({ kind, tableId }: TrashItem, applied: Configuration): string {
  if (kind === 'table') return strings.table
  return strings.field(findTable(applied, tableId)?.name ?? tableId)
}

/** Dropped tables and fields with the days that are left to bring them back. */
export function GoneList({ projectId, applied, acts }: GoneListProps) {
  const query = useGone(projectId)
  return (
    <HistoryBody
      query={query}
      empty={
        <EmptyState
          icon={<ArchiveRestore />}
          title={strings.noGone}
          text={strings.noGoneText}
          className="py-10"
        />
      }
    >
      {(items) => (
        <ul aria-label={strings.gone}>
          {items.map((item) => (
            <li
              key={item.id}
              className="flex items-center gap-4 border-b px-4 py-2.5 last:border-b-0"
            >
              <div className="min-w-0 flex-1">
                <p className="truncate text-sm font-medium">{item.name}</p>
                <p className="text-xs text-fg-2">
                  {whatOf(item, applied)} · <RelativeTime iso={item.goneOn} />
                </p>
              </div>
              <span className="tnum text-xs text-fg-2">
                {strings.left(daysLeft(item.goneOn, Date.now()))}
              </span>
              <Button
                size="sm"
                aria-label={strings.restore(item.name)}
                busy={acts.busyOn === item.id}
                onClick={() => acts.restore(item)}
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
