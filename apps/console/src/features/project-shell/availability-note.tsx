import type { Availability } from '@plinth/contract'
import { CircleSlash } from 'lucide-react'
import { Link } from 'react-router'
import { cn } from '../../ui/primitives/cn.ts'
import { RelativeTime } from '../../ui/primitives/relative-time.tsx'
import { projectShellStrings as strings } from './strings.ts'

const TONES = {
  'read-only': 'border-warn-line/40 bg-warn-soft text-warn-text',
  suspended: 'border-danger-line bg-danger-soft text-danger-text',
  archived: 'border-line bg-slate-soft text-slate-text',
} as const

interface AvailabilityNoteProps {
  projectId: string
  availability: Availability
}

/** The banner of a project that is not open: who stopped it, when and why. */
export function AvailabilityNote({ projectId, availability }: AvailabilityNoteProps) {
  const { state, by, since, reason } = availability
  if (state === 'open') return null
  const words = strings.availability
  return (
    <aside
      aria-label={words.label}
      className={cn(
        'flex min-h-8 shrink-0 flex-wrap items-center gap-x-2 border-b px-4 py-1 text-xs [&_time]:text-current',
        TONES[state],
      )}
    >
      <CircleSlash aria-hidden="true" className="size-3.5 shrink-0" />
      <p className="min-w-0 break-words">
        <strong className="font-semibold">{words[state]}</strong> {words.setBy(by)}
        {since === null ? null : (
          <>
            {' '}
            <RelativeTime iso={since} />
          </>
        )}
        {reason === '' ? '.' : `: ${reason}`}
      </p>
      <Link
        to={`/project/${projectId}/settings?section=general`}
        className="ring-focus ml-auto rounded-sm font-medium underline underline-offset-2"
      >
        {words.details}
      </Link>
    </aside>
  )
}
