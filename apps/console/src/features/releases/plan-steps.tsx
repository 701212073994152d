import type { Configuration, PlanStep, StepClass } from '@plinth/contract'
import { Link } from 'react-router'
import { namePlace } from '../../state/schema/name-place.ts'
import { cn } from '../../ui/primitives/cn.ts'
import { planStrings as strings } from './plan-strings.ts'

const TONES: Record<StepClass, string> = {
  safe: 'bg-accent-soft text-accent-text',
  slow: 'bg-blue-soft text-blue-text',
  lossy: 'bg-warn-soft text-warn-text',
  blocking: 'bg-danger-soft text-danger-text',
}

function Samples({ samples }: { samples: NonNullable<PlanStep['samples']> }) {
  return (
    <p className="mt-1 truncate text-xs text-fg-3">
      {strings.samples}:{' '}
      {samples.map((sample) => (
        <code key={sample.id} className="pr-2">
          {sample.value}
        </code>
      ))}
    </p>
  )
}

/** The table and the field of a step. */
export interface PlanPlace {
  tableId: string
  columnId?: string
}

/** Where the tests of workflows are shown. */
export interface TestsLink {
  pathOf: (workflowId: string) => string
  onOpen: () => void
}

interface StepProps {
  step: PlanStep
  wanted: Configuration
  onJump?: ((place: PlanPlace) => void) | undefined
  /** Opens a workflow with its tests; undefined where no workflow is deployed. */
  tests?: TestsLink | undefined
}

function placeOf({ tableId, columnId }: PlanStep): PlanPlace | undefined {
  if (tableId === null) return undefined
  return columnId === null ? { tableId } : { tableId, columnId }
}

/** The table and the field of a problem, as a button that opens them. */
function Where({ step, wanted, onJump }: StepProps) {
  const name = step.class === 'blocking' ? namePlace(wanted, step) : undefined
  const place = placeOf(step)
  if (name === undefined || place === undefined) return null
  if (!onJump) return <span className="mr-1.5 font-medium">{name}</span>
  return (
    <button
      type="button"
      className="ring-focus mr-1.5 rounded-sm font-medium text-accent-text underline underline-offset-2"
      onClick={() => onJump(place)}
    >
      {name}
    </button>
  )
}

/** A failing workflow test leads to its differences. */
function TestLink({ step, tests }: Pick<StepProps, 'step' | 'tests'>) {
  const [kind, workflowId] = step.id.split(':')
  if (kind !== 'workflow-test' || workflowId === undefined || !tests) return null
  return (
    <Link
      to={tests.pathOf(workflowId)}
      onClick={tests.onOpen}
      className="ring-focus ml-1.5 rounded-sm font-medium text-accent-text underline underline-offset-2"
    >
      {strings.showDifference}
    </Link>
  )
}

function Step(props: StepProps) {
  const { step } = props
  return (
    <li className="border-b border-line px-3 py-2 last:border-b-0">
      <div className="flex items-baseline gap-2.5">
        <span
          className={cn(
            'w-18 shrink-0 rounded-sm px-1.5 text-center text-2xs leading-5 font-medium',
            TONES[step.class],
          )}
        >
          {strings.classes[step.class]}
        </span>
        <span className="min-w-0 flex-1">
          <Where {...props} />
          <span>{step.words}</span>
          <TestLink step={step} tests={props.tests} />
        </span>
        {step.rows ? (
          <span className="tnum text-xs text-fg-2">{strings.rows(step.rows)}</span>
        ) : null}
      </div>
      <div className="pl-20.5">
        {step.samples && step.samples.length > 0 ? <Samples samples={step.samples} /> : null}
        {step.sql ? (
          <details className="mt-0.5 text-xs text-fg-3">
            <summary className="w-fit cursor-default rounded-sm ring-focus">{strings.sql}</summary>
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a long statement is scrolled by keyboard.
              tabIndex={0}
              className="mono mt-1 max-h-40 overflow-auto rounded-md bg-sunken p-2 text-2xs whitespace-pre-wrap text-fg-2 ring-focus"
            >
              {step.sql}
            </pre>
          </details>
        ) : null}
      </div>
    </li>
  )
}

/** The steps of a plan, blocking ones first. */
export function PlanSteps({
  steps,
  ...rest
}: Omit<StepProps, 'step'> & { steps: readonly PlanStep[] }) {
  const order: StepClass[] = ['blocking', 'lossy', 'slow', 'safe']
  const sorted = order.flatMap((kind) => steps.filter((step) => step.class === kind))
  return (
    <ol className="text-sm">
      {sorted.map((step) => (
        <Step key={step.id} step={step} {...rest} />
      ))}
    </ol>
  )
}
