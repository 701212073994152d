import { format } from 'date-fns'
import { StepForward } from 'lucide-react'
import { useState } from 'react'
import { printDuration } from '../../../ui/format/print-duration.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Badge } from '../../../ui/primitives/badge.tsx'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { NodeIcon } from '../editor/node-kind.tsx'
import { runPageStrings } from '../strings/run-page-strings.ts'
import { ErrorBox } from './error-box.tsx'
import { Facts } from './facts.tsx'
import { type RunStep, stepDuration } from './run-steps.ts'
import { ValueBox } from './value-box.tsx'

const words = runPageStrings.node

function Note({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title} className="border-b px-4 py-3">
      <h3 className="mb-1.5 text-xs font-medium text-fg-2">{title}</h3>
      <p className="text-xs text-fg-3">{text}</p>
    </section>
  )
}

function Log({ lines }: { lines: readonly string[] }) {
  return (
    <section aria-label={words.logs} className="px-4 py-3">
      <h3 className="mb-1.5 text-xs font-medium text-fg-2">{words.logs}</h3>
      {lines.length === 0 ? (
        <p className="text-xs text-fg-3">{words.noLogs}</p>
      ) : (
        <pre className="rounded-md border bg-sunken px-2.5 py-1.5 font-mono text-2xs break-words whitespace-pre-wrap">
          {lines.join('\n')}
        </pre>
      )}
    </section>
  )
}

interface StepPanelProps {
  step: RunStep
  /** Why the step cannot be replayed now. */
  reason: string | undefined
  onReplay: () => void
}

/** Input, output and log of one step. */
export function StepPanel({ step, reason, onReplay }: StepPanelProps) {
  const { attempts, last } = step
  const [chosen, setChosen] = useState<string>()
  const shown = attempts.find(({ attempt }) => String(attempt) === chosen) ?? last
  const hint = words.originHint[shown.origin]
  return (
    <section aria-label={last.label} className="flex h-full min-h-0 flex-col bg-surface">
      <header className="flex shrink-0 items-center gap-2.5 border-b px-4 py-3">
        <NodeIcon kind={last.kind} />
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-sm leading-4.5 font-semibold">{last.label}</h2>
          <p className="text-2xs text-fg-2">{words.status[shown.status]}</p>
        </div>
        {shown.origin === 'run' ? null : <Badge>{words.origin[shown.origin]}</Badge>}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {shown.error === null ? null : <ErrorBox message={shown.error} />}
        {hint === '' ? null : <p className="border-b px-4 py-2.5 text-xs text-fg-2">{hint}</p>}
        {attempts.length > 1 ? (
          <Field label={words.attempt} className="border-b px-4 py-3">
            {(control) => (
              <Select
                {...control}
                value={String(shown.attempt)}
                options={attempts.map(({ attempt, status }) => ({
                  value: String(attempt),
                  label: words.attemptOf(attempt, words.status[status]),
                }))}
                onValueChange={setChosen}
              />
            )}
          </Field>
        ) : null}
        <Facts
          facts={[
            [words.started, format(new Date(shown.startedOn), 'MMM d, HH:mm:ss.SSS')],
            [words.took, printDuration(stepDuration(shown))],
          ]}
        />
        <ValueBox title={words.input} value={shown.input} />
        {shown.output === null && shown.status !== 'succeeded' ? (
          <Note title={words.output} text={words.noOutput} />
        ) : (
          <ValueBox title={words.output} value={shown.output} />
        )}
        <Log lines={shown.logs} />
      </div>
      <footer className="flex h-12 shrink-0 items-center justify-center border-t">
        <GatedButton reason={reason} variant="ghost" onClick={onReplay}>
          <StepForward aria-hidden="true" />
          {words.replay}
        </GatedButton>
      </footer>
    </section>
  )
}
