import type { BackupSchedule } from '@plinth/contract'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { Skeleton } from '../../../ui/primitives/skeleton.tsx'
import { useBackupSchedule } from './backups-query.ts'
import { formatMoment } from './format-moment.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { formatRhythm } from './schedule-values.ts'
import { backupsStrings as strings } from './strings.ts'

const words = strings.schedule

function Said({ schedule }: { schedule: BackupSchedule | null }) {
  if (!schedule) return <p className="text-sm text-fg-2">{words.none}</p>
  return (
    <p className="text-sm text-fg-2">
      <span className="font-medium text-fg">{formatRhythm(schedule)}.</span>{' '}
      {words.keeps(schedule.keepCount, schedule.keepDays)}
      {schedule.hasPassphrase ? ` ${strings.secretsOf(schedule.secretsOf)}.` : null}
      {schedule.nextOn ? ` ${words.next}: ${formatMoment(schedule.nextOn)}.` : null}
    </p>
  )
}

/** One-line summary of the schedule, with a button to change it. */
export function ScheduleCard() {
  const { data, isError, isFetching, refetch } = useBackupSchedule()
  const [isOpen, setOpen] = useState(false)
  if (data === undefined && isError) {
    return <ErrorState className="py-4" busy={isFetching} onRetry={() => refetch()} />
  }
  return (
    <section
      aria-label={words.title}
      className="flex min-h-13 items-center gap-3 rounded-xl border bg-surface px-4 py-2.5 shadow-1"
    >
      <CalendarClock aria-hidden="true" className="size-4 shrink-0 stroke-[1.75] text-fg-3" />
      <div className="min-w-0 flex-1">
        {data === undefined ? <Skeleton className="h-3 w-80" /> : <Said schedule={data} />}
      </div>
      <Button size="sm" disabled={data === undefined} onClick={() => setOpen(true)}>
        {data ? words.change : words.set}
      </Button>
      <ScheduleDialog schedule={data ?? null} open={isOpen} onClose={() => setOpen(false)} />
    </section>
  )
}
