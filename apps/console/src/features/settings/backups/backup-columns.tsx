import type { Backup } from '@plinth/contract'
import { ArchiveRestore, Download, LockKeyhole, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { printSize } from '../../../ui/format/print-size.ts'
import { Badge } from '../../../ui/primitives/badge.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { RelativeTime } from '../../../ui/primitives/relative-time.tsx'
import { StatusPill } from '../../../ui/primitives/status-pill.tsx'
import { type DataColumn, LineSkeleton } from '../../../ui/tables/data-table.tsx'
import { isUnderWay } from './backups-query.ts'
import { formatMoment } from './format-moment.ts'
import { restoreStrings } from './restore-strings.ts'
import { backupsStrings as strings } from './strings.ts'

/** Actions available to the user; developers can only download. */
export interface BackupActions {
  download: (backup: Backup) => void
  manage?: {
    stop: (backup: Backup) => void
    restore: (backup: Backup) => void
    remove: (backup: Backup) => void
  }
}

function ContentsCell({ contents, secretsOf }: Backup) {
  if (!contents) return <span className="text-fg-3">–</span>
  const sum = (part: 'rows' | 'files' | 'workflows') =>
    contents.reduce((total, one) => total + one[part], 0)
  const said = [
    strings.rows(sum('rows')),
    strings.files(sum('files')),
    strings.workflows(sum('workflows')),
  ].join(' · ')
  return (
    <span className="flex items-center gap-2">
      <span title={said} className="truncate text-fg-2">
        {said}
      </span>
      {secretsOf.length > 0 ? (
        <span
          title={strings.secretsOf(secretsOf)}
          className="flex shrink-0 items-center gap-1 text-xs text-fg-2"
        >
          <LockKeyhole aria-hidden="true" className="size-3.5 text-fg-3" />
          <span className="sr-only">{strings.secretsOf(secretsOf)}</span>
          <span aria-hidden="true">{secretsOf.join(', ')}</span>
        </span>
      ) : null}
    </span>
  )
}

const TONES = {
  queued: 'pending',
  running: 'pending',
  done: 'good',
  failed: 'bad',
  cancelled: 'neutral',
} as const

function StateCell(backup: Backup) {
  const { state, message, progress } = backup
  if (!isUnderWay(backup)) {
    return (
      <span className="flex min-w-0 items-center gap-2">
        <StatusPill tone={TONES[state]}>{strings.states[state]}</StatusPill>
        {state === 'failed' ? (
          <span title={message} className="truncate text-xs text-danger-text">
            {message}
          </span>
        ) : null}
      </span>
    )
  }
  return (
    <span className="flex flex-col gap-1">
      <progress
        aria-label={strings.progress}
        max={100}
        value={Math.round(progress * 100)}
        className="h-1.5 w-full accent-accent"
      />
      <span className="truncate text-xs text-fg-2">{message || strings.states[state]}</span>
    </span>
  )
}

interface IconActionProps {
  label: string
  onClick: () => void
  children: ReactNode
}

function IconAction({ label, onClick, children }: IconActionProps) {
  return (
    <Button variant="ghost" size="icon-sm" aria-label={label} title={label} onClick={onClick}>
      {children}
    </Button>
  )
}

function ActionsCell({ backup, actions }: { backup: Backup; actions: BackupActions }) {
  const { download, manage } = actions
  if (isUnderWay(backup)) {
    if (!manage) return null
    return (
      <Button size="sm" variant="ghost" onClick={() => manage.stop(backup)}>
        {strings.stop}
      </Button>
    )
  }
  const when = formatMoment(backup.startedOn)
  return (
    <span className="flex justify-end gap-0.5">
      {backup.state === 'done' && manage ? (
        <IconAction label={restoreStrings.act(when)} onClick={() => manage.restore(backup)}>
          <ArchiveRestore aria-hidden="true" className="size-3.75! text-fg-3" />
        </IconAction>
      ) : null}
      {backup.state === 'done' ? (
        <IconAction label={strings.downloadOf(when)} onClick={() => download(backup)}>
          <Download aria-hidden="true" className="size-3.75! text-fg-3" />
        </IconAction>
      ) : null}
      {manage ? (
        <IconAction label={strings.deleteOf(when)} onClick={() => manage.remove(backup)}>
          <Trash2 aria-hidden="true" className="size-3.75! text-fg-3" />
        </IconAction>
      ) : null}
    </span>
  )
}

export function backupColumns(actions: BackupActions): readonly DataColumn<Backup>[] {
  const { columns } = strings
  return [
    {
      key: 'started',
      header: columns.started,
      width: 'w-32',
      cell: ({ startedOn }) => <RelativeTime iso={startedOn} />,
      skeleton: <LineSkeleton className="w-20" />,
    },
    {
      key: 'by',
      header: columns.by,
      width: 'w-44',
      cell: ({ by, origin }) =>
        origin === 'schedule' ? (
          <Badge>{strings.scheduled}</Badge>
        ) : (
          <span title={by} className="block truncate text-fg-2">
            {by}
          </span>
        ),
      skeleton: <LineSkeleton className="w-28" />,
    },
    {
      key: 'contents',
      header: columns.contents,
      cell: ContentsCell,
      skeleton: <LineSkeleton className="w-40" />,
    },
    {
      key: 'size',
      header: columns.size,
      width: 'w-24',
      align: 'end',
      cell: ({ bytes }) => (
        <span className="text-fg-2 tabular-nums">{bytes === null ? '–' : printSize(bytes)}</span>
      ),
      skeleton: <LineSkeleton className="ml-auto w-12" />,
    },
    {
      key: 'state',
      header: columns.state,
      width: 'w-48',
      cell: StateCell,
      skeleton: <LineSkeleton className="w-16" />,
    },
    {
      key: 'actions',
      header: columns.actions,
      width: 'w-28',
      align: 'end',
      cell: (backup) => <ActionsCell {...{ backup, actions }} />,
      skeleton: <LineSkeleton className="ml-auto w-12" />,
    },
  ]
}
