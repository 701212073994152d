import type { EnvironmentName, Release } from '@plinth/contract'
import { History } from 'lucide-react'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { RelativeTime } from '../../ui/primitives/relative-time.tsx'
import { StatusPill } from '../../ui/primitives/status-pill.tsx'
import { Tooltip } from '../../ui/primitives/tooltip.tsx'
import { findUndoable } from './history.ts'
import { HistoryBody } from './history-body.tsx'
import { historyStrings as strings } from './history-strings.ts'
import { type HistoryActions, useReleases } from './use-history.ts'

const TONES = { running: 'pending', applied: 'good', failed: 'neutral' } as const

function Steps({ release }: { release: Release }) {
  const { steps, message, state } = release
  if (state === 'failed') return <p className="mt-1 text-xs text-danger-text">{message}</p>
  if (steps.length === 0) return <p className="mt-1 text-xs text-fg-2">{strings.noSteps}</p>
  if (steps.length === 1) return <p className="mt-1 text-xs text-fg-2">{steps[0]}</p>
  return (
    <details className="mt-1 text-xs text-fg-2">
      <summary className="ring-focus w-fit cursor-default rounded-sm">
        {strings.steps(steps.length)}
      </summary>
      <ul className="mt-1 list-disc pl-4">
        {steps.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </details>
  )
}

interface EntryProps {
  release: Release
  canUndo: boolean
  actions: HistoryActions
}

function Entry({ release, canUndo, actions }: EntryProps) {
  const isBusy = actions.busyOn === release.id
  return (
    <li className="flex items-start gap-4 border-b px-4 py-3 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 text-sm">
          <span className="font-medium">{strings.kinds[release.kind]}</span>
          <StatusPill tone={TONES[release.state]}>{strings.states[release.state]}</StatusPill>
          <span className="truncate text-xs text-fg-2">{strings.by(release.by)}</span>
          <span className="ml-auto shrink-0 text-xs">
            <RelativeTime iso={release.startedOn} />
          </span>
        </p>
        <Steps release={release} />
      </div>
      {canUndo ? (
        <Tooltip text={strings.undoHint}>
          <Button size="sm" busy={isBusy} onClick={() => actions.undo(release.id)}>
            {isBusy ? strings.undoing : strings.undo}
          </Button>
        </Tooltip>
      ) : null}
    </li>
  )
}

interface ReleaseListProps {
  projectId: string
  environment: EnvironmentName
  actions: HistoryActions
}

/** The migration log; in dev the last release can be undone. */
export function ReleaseList({ projectId, environment, actions }: ReleaseListProps) {
  const query = useReleases(projectId, environment)
  const isRunning = query.data?.some(({ state }) => state === 'running') ?? false
  const undoable = environment === 'dev' && !isRunning ? findUndoable(query.data ?? []) : undefined
  return (
    <HistoryBody
      query={query}
      empty={
        <EmptyState
          icon={<History />}
          title={strings.noReleases}
          text={strings.noReleasesText}
          className="py-10"
        />
      }
    >
      {(releases) => (
        <ul aria-label={strings.releases}>
          {releases.map((release) => (
            <Entry
              key={release.id}
              release={release}
              canUndo={release.id === undoable?.id}
              actions={actions}
            />
          ))}
        </ul>
      )}
    </HistoryBody>
  )
}
