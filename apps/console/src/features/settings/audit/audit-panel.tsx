import type { AuditEntry } from '@plinth/contract'
import { History } from 'lucide-react'
import { useState } from 'react'
import { useEnvironment } from '../../../state/environment.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { Panel } from '../panel/panel.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { AuditDialog } from './audit-dialog.tsx'
import { ANY, type AuditFilter, NO_AUDIT_FILTER } from './audit-filter.ts'
import { AuditFilterBar } from './audit-filter-bar.tsx'
import { useAudit } from './audit-query.ts'
import { AuditTable } from './audit-table.tsx'
import { auditStrings as strings } from './strings.ts'

interface TrailProps {
  filter: AuditFilter
  onOpen: (entry: AuditEntry) => void
}

function Trail({ filter, onOpen }: TrailProps) {
  const query = useAudit(filter)
  if (query.isError && (query.data === undefined || query.isPlaceholderData)) {
    return (
      <div className="rounded-xl border bg-surface shadow-1">
        <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} />
      </div>
    )
  }
  return (
    <>
      <AuditTable entries={query.data} stale={query.isPlaceholderData} onOpen={onOpen}>
        <EmptyState icon={<History />} title={strings.empty.title} text={strings.empty.text} />
      </AuditTable>
      {query.isFetchNextPageError ? (
        <ErrorState onRetry={() => query.fetchNextPage()} className="py-4" />
      ) : query.hasNextPage ? (
        <div className="flex justify-center pt-3">
          <Button busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {strings.more}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** The project's audit log. */
export function AuditPanel() {
  // In dev, entries without an environment are included too, such as members and the project
  // itself.
  const environment = useEnvironment()
  return <TrailOf key={environment} environment={environment === 'dev' ? ANY : environment} />
}

function TrailOf({ environment }: Pick<AuditFilter, 'environment'>) {
  const [filter, setFilter] = useState<AuditFilter>({ ...NO_AUDIT_FILTER, environment })
  const [open, setOpen] = useState<AuditEntry>()
  return (
    <Panel title={settings.sections.audit} text={strings.text}>
      <AuditFilterBar filter={filter} onChange={setFilter} />
      <Trail filter={filter} onOpen={setOpen} />
      <AuditDialog entry={open} onClose={() => setOpen(undefined)} />
    </Panel>
  )
}
