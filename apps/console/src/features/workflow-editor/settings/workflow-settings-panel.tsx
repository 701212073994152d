import { FAILURE_ACTIONS, type WorkflowSettings } from '@plinth/contract'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { NumberInput } from '../../../ui/forms/number-input.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import type { SettingsChange } from '../graph/merge-settings.ts'
import { nodeSettingsStrings } from '../strings/node-settings-strings.ts'
import { TagsField } from './tags/tags-field.tsx'

const words = nodeSettingsStrings.workflow
const NO_TAGS: readonly string[] = []
const ACTIONS = FAILURE_ACTIONS.map((action) => ({ value: action, label: words[action] }))

interface NumberRowProps {
  label: string
  hint?: string
  value: number
  min: number
  isWhole?: boolean
  onChange: (value: number) => void
}

/** Number input; an empty field counts as the minimum, and lower values are raised to it. */
function NumberRow({ label, hint, value, min, isWhole = false, onChange }: NumberRowProps) {
  const change = (next: number | null) => {
    const number = Math.max(min, next ?? min)
    onChange(isWhole ? Math.trunc(number) : number)
  }
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <NumberInput
          {...control}
          min={min}
          step={isWhole ? 1 : 'any'}
          value={value}
          onValueChange={change}
        />
      )}
    </Field>
  )
}

interface WorkflowSettingsPanelProps {
  settings: WorkflowSettings
  /** Changes with the same `burst` are one undo step. */
  onChange: (change: SettingsChange, burst?: string) => void
}

function AccessSection({ settings, onChange }: WorkflowSettingsPanelProps) {
  return (
    <Section title={words.access}>
      <div className="px-3.5 pb-4">
        <Field label={words.execute} hint={words.executeHint}>
          {(control) => (
            <Input
              {...control}
              placeholder={words.executePlaceholder}
              value={settings.access.execute}
              maxLength={4096}
              autoComplete="off"
              onChange={(event) => onChange({ access: { execute: event.target.value } }, 'execute')}
            />
          )}
        </Field>
      </div>
    </Section>
  )
}

/** Workflow settings, shown while no node is selected. */
export function WorkflowSettingsPanel({ settings, onChange }: WorkflowSettingsPanelProps) {
  const { errorHandling, execution } = settings
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <h2 className="flex h-11 shrink-0 items-center border-b px-3.5 text-sm font-semibold">
        {words.title}
      </h2>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Section title={words.errorHandling}>
          <div className="flex flex-col gap-3.5 px-3.5 pb-4">
            <NumberRow
              label={words.retryCount}
              isWhole
              value={errorHandling.retryCount}
              min={0}
              onChange={(retryCount) => onChange({ errorHandling: { retryCount } }, 'retryCount')}
            />
            <NumberRow
              label={words.retryDelay}
              value={errorHandling.retryDelay}
              min={0}
              onChange={(retryDelay) => onChange({ errorHandling: { retryDelay } }, 'retryDelay')}
            />
            <Field label={words.failureAction}>
              {(control) => (
                <Select
                  {...control}
                  value={errorHandling.failureAction}
                  options={ACTIONS}
                  onValueChange={(failureAction) =>
                    onChange({ errorHandling: { failureAction } }, 'failureAction')
                  }
                />
              )}
            </Field>
          </div>
        </Section>
        <Section title={words.execution}>
          <div className="flex flex-col gap-3.5 px-3.5 pb-4">
            <NumberRow
              label={words.timeout}
              hint={words.timeoutHint}
              value={execution.timeout}
              min={0}
              onChange={(timeout) => onChange({ execution: { timeout } }, 'timeout')}
            />
            <NumberRow
              label={words.concurrency}
              hint={words.concurrencyHint}
              isWhole
              value={execution.concurrency}
              min={1}
              onChange={(concurrency) => onChange({ execution: { concurrency } }, 'concurrency')}
            />
          </div>
        </Section>
        <AccessSection settings={settings} onChange={onChange} />
        <Section title={words.tags}>
          <div className="px-3.5 pb-4">
            <TagsField tags={settings.tags ?? NO_TAGS} onChange={(tags) => onChange({ tags })} />
          </div>
        </Section>
      </div>
    </div>
  )
}
