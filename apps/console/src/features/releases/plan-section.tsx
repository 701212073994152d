import type { Configuration, MigrationPlan, Release } from '@plinth/contract'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { LineSkeletons } from '../../ui/primitives/line-skeletons.tsx'
import { type PlanPlace, PlanSteps, type TestsLink } from './plan-steps.tsx'
import { planStrings as strings } from './plan-strings.ts'
import { ReleaseProgress } from './release-progress.tsx'
import type { PlanState } from './use-plan.ts'

function Notes({ plan }: { plan: MigrationPlan }) {
  const notes = [
    ...plan.drift.map((words) => `${strings.drift}: ${words}`),
    ...(plan.environment === 'production' && plan.defaultRules.length > 0
      ? [strings.defaultRules(plan.defaultRules.join(', '))]
      : []),
    ...(plan.missingConstants.length > 0
      ? [strings.missingConstants(plan.missingConstants.join(', '))]
      : []),
  ]
  if (notes.length === 0) return null
  return (
    <ul className="border-b border-line bg-warn-soft px-3 py-2 text-xs text-warn-text">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

interface PlanSectionProps {
  projectId: string
  state: PlanState
  /** The name that must be typed to confirm data loss. */
  name: string
  busy: boolean
  release: Release | undefined
  /** The configuration of the plan, for the names of its tables and fields. */
  wanted: Configuration
  /** Undefined if the schema cannot be edited here. */
  onJump?: ((place: PlanPlace) => void) | undefined
  tests?: TestsLink | undefined
}

function Body({
  state,
  wanted,
  onJump,
  tests,
}: Pick<PlanSectionProps, 'state' | 'wanted' | 'onJump' | 'tests'>) {
  const { plan, query } = state
  if (query.isError) {
    return <ErrorState className="py-4" busy={query.isFetching} onRetry={() => query.refetch()} />
  }
  if (!plan) {
    return <LineSkeletons label={strings.loading} count={2} className="h-10 px-3" />
  }
  return (
    <>
      <Notes plan={plan} />
      {plan.steps.length === 0 ? (
        <p className="px-3 py-2.5 text-sm text-fg-2">{strings.nothing}</p>
      ) : (
        <PlanSteps steps={plan.steps} wanted={wanted} onJump={onJump} tests={tests} />
      )}
    </>
  )
}

/** The steps of a plan with their SQL, and a confirmation field if data will be lost. */
export function PlanSection(props: PlanSectionProps) {
  const { projectId, state, name, busy, release } = props
  return (
    <section aria-label={strings.title} className="mb-4">
      <h3 className="text-sm font-semibold">{strings.title}</h3>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a plan that scrolls must be reachable by keyboard
        tabIndex={0}
        className="ring-focus mt-2 max-h-52 overflow-auto rounded-xl border border-line"
      >
        <Body state={state} wanted={props.wanted} onJump={props.onJump} tests={props.tests} />
      </div>
      {state.needsTyping ? (
        <Field label={strings.confirm(name)} hint={strings.trashNote} className="mt-3 max-w-96">
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              value={state.typed}
              onChange={(event) => state.setTyped(event.target.value)}
            />
          )}
        </Field>
      ) : null}
      {busy ? <ReleaseProgress projectId={projectId} release={release} /> : null}
    </section>
  )
}
