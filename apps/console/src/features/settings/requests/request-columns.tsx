import type { LoggedRequest } from '@plinth/contract'
import { printDuration } from '../../../ui/format/print-duration.ts'
import { CopyButton } from '../../../ui/primitives/copy-button.tsx'
import { RelativeTime } from '../../../ui/primitives/relative-time.tsx'
import { Skeleton } from '../../../ui/primitives/skeleton.tsx'
import { StatusPill } from '../../../ui/primitives/status-pill.tsx'
import { type DataColumn, LineSkeleton } from '../../../ui/tables/data-table.tsx'
import { CALLER_LABELS, requestStrings } from './strings.ts'

const words = requestStrings.columns

function toneOf(status: number) {
  if (status >= 500) return 'bad'
  return status >= 400 ? 'pending' : 'good'
}

/** Current field names by id; a deleted field is shown by its id. */
export type FieldNames = ReadonlyMap<string, string>

function nameOf(fields: FieldNames, id: string): string {
  const plain = id.replace(/^-/, '')
  return `${id.startsWith('-') ? '−' : ''}${fields.get(plain) ?? plain}`
}

/** Converts an operation name to words: `listRows` becomes 'list rows'. */
function formatCall(call: string): string {
  return call.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function RequestText({ request, fields }: { request: LoggedRequest; fields: FieldNames }) {
  const { method, table, call } = request
  const names = (ids: readonly string[]) => ids.map((id) => nameOf(fields, id))
  const asked = requestStrings.fields(names(request.filteredBy), names(request.sortedBy))
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate leading-4.5 font-medium">
        <span className="font-mono text-xs">{method}</span>{' '}
        {table ?? <span className="font-normal text-fg-2">{requestStrings.noTable}</span>}
      </span>
      <span title={asked} className="truncate text-xs leading-4.5 text-fg-2">
        {asked === '' ? formatCall(call) : `${formatCall(call)} · ${asked}`}
      </span>
    </span>
  )
}

function Who({ kind, who, whoName, actorName }: LoggedRequest) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate leading-4.5">
        {actorName === null ? (whoName ?? CALLER_LABELS[kind]) : requestStrings.actsAs(actorName)}
      </span>
      {who === null ? null : (
        <span title={who} className="truncate font-mono text-2xs leading-4.5 text-fg-2">
          {who}
        </span>
      )}
    </span>
  )
}

export function requestColumns(fields: FieldNames): readonly DataColumn<LoggedRequest>[] {
  return [
    {
      key: 'status',
      header: words.status,
      width: 'w-24',
      cell: ({ status }) => <StatusPill tone={toneOf(status)}>{status}</StatusPill>,
      skeleton: <Skeleton shape="pill" className="h-5 w-12" />,
    },
    {
      key: 'request',
      header: words.request,
      cell: (request) => <RequestText request={request} fields={fields} />,
      skeleton: <LineSkeleton className="w-40" />,
    },
    {
      key: 'who',
      header: words.who,
      width: 'w-44',
      cell: (request) => <Who {...request} />,
      skeleton: <LineSkeleton className="w-24" />,
    },
    {
      key: 'rows',
      header: words.rows,
      width: 'w-20',
      align: 'end',
      cell: ({ rows }) => <span className="tabular-nums">{rows.toLocaleString('en')}</span>,
      skeleton: <LineSkeleton className="ml-auto w-6" />,
    },
    {
      key: 'duration',
      header: words.duration,
      width: 'w-28',
      align: 'end',
      cell: ({ ms }) => <span className="tabular-nums">{printDuration(ms)}</span>,
      skeleton: <LineSkeleton className="ml-auto w-12" />,
    },
    {
      key: 'when',
      header: words.when,
      width: 'w-40',
      cell: ({ on, requestId }) => (
        <span className="flex items-center justify-between gap-1">
          <RelativeTime iso={on} />
          <CopyButton
            text={requestId}
            label={requestStrings.copyId}
            copiedLabel={requestStrings.copied}
          />
        </span>
      ),
      skeleton: <LineSkeleton className="w-20" />,
    },
  ]
}
