import { cancelRestore, type Restore } from '@plinth/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { Button, buttonStyle } from '../../../ui/primitives/button.tsx'
import { StatusPill } from '../../../ui/primitives/status-pill.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { isUnderWay } from './backups-query.ts'
import { restoreStrings as words } from './restore-strings.ts'
import { useLastRestore, useReloadRestores } from './restores-query.ts'

const TONES = {
  queued: 'pending',
  running: 'pending',
  done: 'good',
  failed: 'bad',
  cancelled: 'neutral',
} as const

function useStop({ id: restoreId }: Restore) {
  const projectId = useCurrentProject().id
  const reload = useReloadRestores()
  return useMutation({
    mutationFn: () => client.call(cancelRestore, { params: { projectId, restoreId } }),
    onError: (error) => {
      logFailure('Stopping a restore', error)
      showToast({ title: words.stopFailed, description: error.message, variant: 'destructive' })
    },
    onSettled: reload,
  })
}

/** Invalidates all queries of the project once a restore has replaced its data. */
function useFreshProject({ into, state }: Restore) {
  const queries = useQueryClient()
  const before = useRef(state)
  useEffect(() => {
    const hasEnded = before.current !== 'done' && state === 'done'
    before.current = state
    if (hasEnded && into === 'over') queries.invalidateQueries()
  }, [queries, into, state])
}

function Note({ restore }: { restore: Restore }) {
  const { state, message, progress, into, name, environments, projectId, left } = restore
  const stop = useStop(restore)
  useFreshProject(restore)
  const isGoing = isUnderWay(restore)
  return (
    <section aria-label={words.note} className="rounded-xl border bg-surface px-4 py-3 shadow-1">
      <div className="flex min-h-7 items-center gap-3 text-sm">
        <StatusPill tone={TONES[state]}>{words.states[state]}</StatusPill>
        <span className="min-w-0 flex-1 truncate text-fg-2">
          {into === 'new' ? words.asNew(name) : words.over(environments)}
          {message && state !== 'done' ? `: ${message}` : null}
        </span>
        {isGoing ? (
          <>
            <progress
              aria-label={words.progress}
              max={100}
              value={Math.round(progress * 100)}
              className="h-1.5 w-40 accent-accent"
            />
            <Button size="sm" variant="ghost" busy={stop.isPending} onClick={() => stop.mutate()}>
              {words.stop}
            </Button>
          </>
        ) : null}
        {state === 'done' && into === 'new' && projectId ? (
          <Link to={`/project/${projectId}/data`} className={buttonStyle('outline', 'sm')}>
            {words.open}
          </Link>
        ) : null}
      </div>
      {left.length > 0 ? (
        <ul className="mt-1.5 list-disc pl-5 text-xs leading-5 text-fg-2">
          {left.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

/** Progress or result of the last restore. */
export function RestoreNote() {
  const { data: restore } = useLastRestore()
  return restore ? <Note key={restore.id} restore={restore} /> : null
}
