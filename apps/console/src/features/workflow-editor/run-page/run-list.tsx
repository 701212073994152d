import { Ban, CircleCheck, CircleX, Clock, Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { printDuration } from '../../../ui/format/print-duration.ts'
import { cn } from '../../../ui/primitives/cn.ts'
import { Spinner } from '../../../ui/primitives/spinner.tsx'
import { NodeIcon } from '../editor/node-kind.tsx'
import { runPageStrings } from '../strings/run-page-strings.ts'
import { type RunStep, stepDuration } from './run-steps.ts'

const words = runPageStrings.list
const MAX_LISTED = 500

const MARKS: Record<RunStep['last']['status'], ReactNode> = {
  running: <Spinner />,
  waiting: <Clock aria-hidden="true" className="text-amber-text" />,
  succeeded: <CircleCheck aria-hidden="true" className="text-accent-text" />,
  failed: <CircleX aria-hidden="true" className="text-danger-text" />,
  cancelled: <Ban aria-hidden="true" className="text-fg-2" />,
}

const entryStyle =
  'ring-focus flex w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left hover:bg-hover aria-[current=true]:bg-active'

function Entry({
  step,
  isCurrent,
  onSelect,
}: {
  step: RunStep
  isCurrent: boolean
  onSelect: () => void
}) {
  const { last, items, attempts } = step
  const details = [
    runPageStrings.node.status[last.status],
    items === '' ? '' : words.item(items),
    attempts.length > 1 ? runPageStrings.node.attempts(attempts.length) : '',
    runPageStrings.node.origin[last.origin],
  ].filter(Boolean)
  return (
    <button type="button" aria-current={isCurrent} onClick={onSelect} className={entryStyle}>
      <NodeIcon kind={last.kind} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm leading-4.5 font-medium">{last.label}</span>
        <span className="block truncate text-2xs text-fg-2">{details.join(' · ')}</span>
      </span>
      <span className="flex shrink-0 items-center gap-1 text-2xs text-fg-2 tabular-nums [&_svg]:size-3.5">
        {last.endedOn === null ? null : printDuration(stepDuration(last))}
        {MARKS[last.status]}
      </span>
    </button>
  )
}

interface RunListProps {
  steps: readonly RunStep[]
  selected: string | undefined
  onSelect: (key: string | undefined) => void
}

/** All steps as a list: the accessible alternative to the canvas. */
export function RunList({ steps, selected, onSelect }: RunListProps) {
  return (
    <nav aria-label={words.label} className="flex h-full min-h-0 flex-col bg-surface">
      <h2 className="flex h-11 shrink-0 items-center border-b px-4 text-sm font-semibold">
        {words.title}
      </h2>
      <ul className="min-h-0 flex-1 overflow-y-auto p-2">
        <li>
          <button
            type="button"
            aria-current={selected === undefined}
            onClick={() => onSelect(undefined)}
            className={cn(entryStyle, 'mb-1')}
          >
            <span className="grid size-7 shrink-0 place-items-center rounded-md bg-slate-soft text-slate-text">
              <Play aria-hidden="true" className="size-4 stroke-[1.75]" />
            </span>
            <span className="text-sm font-medium">{words.overview}</span>
          </button>
        </li>
        {steps.slice(0, MAX_LISTED).map((step) => (
          <li key={step.key}>
            <Entry
              step={step}
              isCurrent={step.key === selected}
              onSelect={() => onSelect(step.key)}
            />
          </li>
        ))}
        {steps.length === 0 ? <li className="px-2 py-1 text-xs text-fg-2">{words.none}</li> : null}
        {steps.length > MAX_LISTED ? (
          <li className="px-2 py-1 text-xs text-fg-2">{words.more(steps.length - MAX_LISTED)}</li>
        ) : null}
      </ul>
    </nav>
  )
}
