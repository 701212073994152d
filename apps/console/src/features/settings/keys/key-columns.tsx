import { type ApiKey, type KeyTable, OPERATIONS } from '@plinth/contract'
import { Trash2 } from 'lucide-react'
import { Button } from '../../../ui/primitives/button.tsx'
import { Day, RelativeTime } from '../../../ui/primitives/relative-time.tsx'
import { type DataColumn, LineSkeleton } from '../../../ui/tables/data-table.tsx'
import { keysStrings as strings } from './strings.ts'

function formatTable({ table, operations }: KeyTable): string {
  const isAll = operations.length === OPERATIONS.length
  return `${table}: ${isAll ? strings.everything : operations.join(', ')}`
}

function MayCell({ tables, canNameVisitors }: ApiKey) {
  const parts = [...tables.map(formatTable), ...(canNameVisitors ? [strings.namesVisitors] : [])]
  if (parts.length === 0) return <span className="text-fg-3">{strings.noTables}</span>
  const text = parts.join(' · ')
  return (
    <span title={text} className="block truncate font-mono text-xs text-fg-2">
      {text}
    </span>
  )
}

function ExpiryCell({ expiresOn }: ApiKey) {
  if (expiresOn === null) return <span className="text-fg-2">{strings.never}</span>
  if (Date.parse(expiresOn) > Date.now()) return <Day iso={expiresOn} />
  return (
    <span className="inline-flex h-5 items-center rounded-sm bg-danger-soft px-1.5 text-2xs font-medium text-danger-text">
      {strings.expired}
    </span>
  )
}

/** Columns of the key list; `onRevoke` is undefined if the user cannot revoke keys. */
export function keyColumns(
  onRevoke: ((key: ApiKey) => void) | undefined,
): readonly DataColumn<ApiKey>[] {
  const { columns } = strings
  return [
    {
      key: 'name',
      header: columns.name,
      width: 'w-52',
      cell: ({ name }) => (
        <span title={name} className="block truncate font-medium">
          {name}
        </span>
      ),
      skeleton: <LineSkeleton className="w-32" />,
    },
    {
      key: 'tables',
      header: columns.tables,
      cell: MayCell,
      skeleton: <LineSkeleton className="w-48" />,
    },
    {
      key: 'lastUsed',
      header: columns.lastUsed,
      width: 'w-32',
      cell: ({ lastUsedOn }) =>
        lastUsedOn ? (
          <RelativeTime iso={lastUsedOn} />
        ) : (
          <span className="text-fg-3">{strings.never}</span>
        ),
      skeleton: <LineSkeleton className="w-16" />,
    },
    {
      key: 'expires',
      header: columns.expires,
      width: 'w-32',
      cell: ExpiryCell,
      skeleton: <LineSkeleton className="w-16" />,
    },
    {
      key: 'createdBy',
      header: columns.createdBy,
      width: 'w-48',
      cell: ({ createdBy }) => (
        <span title={createdBy ?? ''} className="block truncate text-fg-2">
          {createdBy}
        </span>
      ),
      skeleton: <LineSkeleton className="w-28" />,
    },
    {
      key: 'actions',
      header: columns.actions,
      width: 'w-20',
      align: 'end',
      cell: (key) =>
        onRevoke ? (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={strings.revoke(key.name)}
            title={strings.revoke(key.name)}
            onClick={() => onRevoke(key)}
          >
            <Trash2 aria-hidden="true" className="size-3.75! text-fg-3" />
          </Button>
        ) : null,
      skeleton: <LineSkeleton className="ml-auto w-4" />,
    },
  ]
}
