import type { Availability, AvailabilityState } from '@plinth/contract'
import { useState } from 'react'
import { AVAILABILITY_LABELS } from '../../../state/availability.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { RelativeTime } from '../../../ui/primitives/relative-time.tsx'
import { StatusPill } from '../../../ui/primitives/status-pill.tsx'
import { Fact } from '../panel/fact.tsx'
import { Panel } from '../panel/panel.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { AvailabilityDialog } from './availability-dialog.tsx'
import { ProjectCard } from './project-card.tsx'
import { reasonAgainst } from './reason-against.ts'
import { generalStrings as strings } from './strings.ts'

const TONES = {
  open: 'good',
  'read-only': 'pending',
  suspended: 'bad',
  archived: 'neutral',
} as const satisfies Record<AvailabilityState, string>

function CurrentState({ availability }: { availability: Availability }) {
  const { state, since, by, reason } = availability
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3 border-b px-4 py-3.5">
      <Fact label={strings.now}>
        <StatusPill tone={TONES[state]}>{AVAILABILITY_LABELS[state]}</StatusPill>
      </Fact>
      {since === null ? null : (
        <>
          <Fact label={strings.since}>
            <RelativeTime iso={since} />
          </Fact>
          <Fact label={strings.setBy}>{strings.by(by)}</Fact>
        </>
      )}
      {state === 'open' ? null : (
        <Fact label={strings.reason}>{reason === '' ? strings.noReason : reason}</Fact>
      )}
    </dl>
  )
}

interface StateRowProps {
  state: AvailabilityState
  reason: string | undefined
  onChoose: (state: AvailabilityState) => void
}

function StateRow({ state, reason, onChoose }: StateRowProps) {
  const words = strings.states[state]
  return (
    <li className="flex items-center justify-between gap-6 border-b px-4 py-3.5 last:border-b-0">
      <div className="min-w-0">
        <h4 className="text-sm font-medium">{words.name}</h4>
        <p className="mt-0.5 max-w-160 text-xs leading-5 text-fg-2">{words.text}</p>
      </div>
      <GatedButton
        reason={reason}
        variant={state === 'suspended' ? 'danger-ghost' : 'outline'}
        className="shrink-0"
        onClick={() => onChoose(state)}
      >
        {words.button}
      </GatedButton>
    </li>
  )
}

/** What the project is, and the stop button: opens it, makes it read-only, suspends or archives it. */
export function GeneralPanel() {
  const { availability, role } = useCurrentProject()
  const { state } = availability
  const [chosen, setChosen] = useState<{ state: AvailabilityState; open: boolean }>({
    state: 'open',
    open: false,
  })
  const shown: readonly AvailabilityState[] =
    state === 'open' ? strings.stopped : ['open', ...strings.stopped]
  return (
    <Panel title={settings.sections.general} text={strings.text}>
      <ProjectCard />
      <section aria-label={strings.availability} className="rounded-xl border bg-surface shadow-1">
        <h3 className="border-b px-4 py-2.5 text-sm font-semibold">{strings.availability}</h3>
        <CurrentState availability={availability} />
        <ul>
          {shown.map((each) => (
            <StateRow
              key={each}
              state={each}
              reason={reasonAgainst(each, { state, role })}
              onChoose={(next) => setChosen({ state: next, open: true })}
            />
          ))}
        </ul>
      </section>
      <AvailabilityDialog {...chosen} onClose={() => setChosen({ ...chosen, open: false })} />
    </Panel>
  )
}
