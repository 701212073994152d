import type { AuditEntry } from '@plinth/contract'
import type { ReactNode } from 'react'
import { EnvironmentBadge } from '../../../state/environment-badge.tsx'
import { RelativeTime } from '../../../ui/primitives/relative-time.tsx'
import { StatusPill } from '../../../ui/primitives/status-pill.tsx'
import { type DataColumn, DataTable, LineSkeleton } from '../../../ui/tables/data-table.tsx'
import { RowButton } from '../panel/row-button.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { subjectOf } from './changed-fields.ts'
import { auditStrings as strings } from './strings.ts'

interface AuditTableProps {
  entries: readonly AuditEntry[] | undefined
  stale: boolean
  onOpen: (entry: AuditEntry) => void
  children: ReactNode
}

export function whoOf({ person }: AuditEntry): string {
  return person ? person.email : strings.system
}

function columnsOf(onOpen: (entry: AuditEntry) => void): readonly DataColumn<AuditEntry>[] {
  const { columns } = strings
  return [
    {
      key: 'when',
      header: columns.when,
      width: 'w-40',
      cell: ({ created_at }) => <RelativeTime iso={created_at} />,
      skeleton: <LineSkeleton className="w-20" />,
    },
    {
      key: 'who',
      header: columns.who,
      cell: (entry) => <span className="block truncate">{whoOf(entry)}</span>,
      skeleton: <LineSkeleton className="w-40" />,
    },
    {
      key: 'what',
      header: columns.what,
      cell: (entry) => {
        const what = strings.what(entry.action, entry.area)
        return (
          <span className="flex min-w-0 flex-col">
            <RowButton title={what} onClick={() => onOpen(entry)}>
              {what}
            </RowButton>
            <span className="truncate text-xs leading-4.5 text-fg-2">{subjectOf(entry)}</span>
          </span>
        )
      },
      skeleton: <LineSkeleton className="w-40" />,
    },
    {
      key: 'environment',
      header: columns.environment,
      width: 'w-36',
      cell: ({ environment }) => (environment ? <EnvironmentBadge name={environment} /> : null),
      skeleton: <LineSkeleton className="w-16" />,
    },
    {
      key: 'seal',
      header: columns.seal,
      width: 'w-32',
      cell: ({ sealed }) => (
        <StatusPill tone={sealed ? 'good' : 'neutral'}>
          {sealed ? strings.sealed : strings.notSealed}
        </StatusPill>
      ),
      skeleton: <LineSkeleton className="w-16" />,
    },
  ]
}

export function AuditTable({ entries, stale, onOpen, children }: AuditTableProps) {
  return (
    <DataTable
      label={settings.sections.audit}
      columns={columnsOf(onOpen)}
      rows={entries}
      rowKey={({ id }) => id}
      stale={stale}
      onRowClick={onOpen}
    >
      {children}
    </DataTable>
  )
}
