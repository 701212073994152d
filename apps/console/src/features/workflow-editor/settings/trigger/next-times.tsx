import { ApiError } from '@plinth/client'
import { listScheduleTimes, type WorkflowNode } from '@plinth/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { client } from '../../../../api/client.ts'
import { useCurrentProject } from '../../../../state/current-project.tsx'
import { Section } from '../../../../ui/layout/section.tsx'
import { triggerStrings as words } from '../../strings/trigger-strings.ts'

function useTimes(asked: { cron: string; timezone: string }) {
  const { id: projectId } = useCurrentProject()
  return useQuery({
    queryKey: ['schedule times', projectId, asked],
    queryFn: ({ signal }) =>
      client.call(listScheduleTimes, { params: { projectId }, query: asked, signal }),
    select: ({ times }) => times,
    enabled: asked.cron !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
}

function errorMessage(error: Error): string {
  if (!(error instanceof ApiError) || error.code !== 'invalid') return words.loadFailed
  const [issue] = Array.isArray(error.details) ? error.details : []
  const message = String(issue?.message ?? error.message)
  return issue?.path === 'cron' ? words.cronIs(message) : message
}

/** Next runs of the schedule as currently edited. */
export function NextTimes({ data: { parameters } }: Pick<WorkflowNode, 'data'>) {
  const cron = String(parameters.cron ?? '').trim()
  const timezone = String(parameters.timezone ?? '').trim() || 'UTC'
  const asked = useDeferredValue(JSON.stringify({ cron, timezone }))
  const { data: times, error, isPending } = useTimes(JSON.parse(asked))
  const format = (time: string) =>
    new Intl.DateTimeFormat(undefined, {
      dateStyle: 'medium',
      timeStyle: 'medium',
      timeZone: timezone,
    }).format(new Date(time))
  return (
    <Section title={words.next}>
      <div className="px-3.5 pb-4 text-xs text-fg-2" role="status">
        {cron === '' ? (
          <p>{words.noCron}</p>
        ) : error ? (
          <p className="text-danger-text">{errorMessage(error)}</p>
        ) : isPending ? null : times.length === 0 ? (
          <p>{words.never}</p>
        ) : (
          <>
            <p className="pb-1">{words.nextIn(timezone)}</p>
            <ol className="flex flex-col gap-0.5 text-fg tabular-nums">
              {times.map((time) => (
                <li key={time}>{format(time)}</li>
              ))}
            </ol>
          </>
        )}
      </div>
    </Section>
  )
}
