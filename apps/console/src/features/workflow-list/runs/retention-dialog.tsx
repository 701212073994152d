import type { RunRetention } from '@plinth/contract'
import type { FormEvent } from 'react'
import { useEnvironment } from '../../../state/environment.ts'
import { Dialog, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { NumberInput } from '../../../ui/forms/number-input.tsx'
import { StaleNotice } from '../../../ui/forms/stale-notice.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { LineSkeletons } from '../../../ui/primitives/line-skeletons.tsx'
import { useRunRetention } from './run-queries.ts'
import { runStrings } from './strings.ts'
import { useSaveRetention } from './use-save-retention.ts'

const words = runStrings.retention
const MAX_RETENTION = { days: 3650, runs: 10_000_000 } as const
type Name = keyof typeof MAX_RETENTION
const NAMES = ['days', 'runs'] as const

const isWrong = (name: Name, value: number | null) =>
  value !== null && (!Number.isInteger(value) || value < 1 || value > MAX_RETENTION[name])

type Saving = ReturnType<typeof useSaveRetention>

function RetentionStale({ saving }: { saving: Saving }) {
  const { stale, retention, keepMine, takeTheirs } = saving
  if (!stale) return null
  const format = (name: Name, value: number | null) =>
    value?.toLocaleString('en') ?? words.standard(stale.defaults[name])
  const sides = NAMES.map((name) => ({
    label: words[name],
    yours: format(name, retention[name]),
    theirs: format(name, stale[name]),
  }))
  return (
    <div className="px-5 pt-4">
      <StaleNotice sides={sides} onKeepMine={keepMine} onTakeTheirs={takeTheirs} />
    </div>
  )
}

interface FormProps {
  start: RunRetention
  onClose: () => void
}

function RetentionForm({ start, onClose }: FormProps) {
  const saving = useSaveRetention(start, onClose)
  const { retention, setRetention } = saving
  const wrong = NAMES.filter((name) => isWrong(name, retention[name]))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wrong.length === 0) saving.save()
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className="grid grid-cols-2 gap-3.5 px-5 pt-4">
        {NAMES.map((name) => (
          <Field
            key={name}
            label={words[name]}
            hint={words.standard(start.defaults[name])}
            error={wrong.includes(name) ? words.range(MAX_RETENTION[name]) : undefined}
          >
            {(control) => (
              <NumberInput
                {...control}
                autoFocus={name === 'days'}
                min={1}
                max={MAX_RETENTION[name]}
                step={1}
                placeholder={String(start.defaults[name])}
                value={retention[name]}
                onValueChange={(value) => setRetention({ ...retention, [name]: value })}
              />
            )}
          </Field>
        ))}
      </div>
      <RetentionStale saving={saving} />
      <DialogFooter>
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button variant="primary" type="submit" busy={saving.busy} aria-disabled={wrong.length > 0}>
          {words.save}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Refetched on every opening, because another user may have changed it. */
function Retention({ onClose }: { onClose: () => void }) {
  const query = useRunRetention()
  if (query.data) return <RetentionForm start={query.data} onClose={onClose} />
  if (query.isError) {
    return <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} />
  }
  return (
    <div className="grid grid-cols-2 gap-3.5 px-5 pt-4 pb-19.5">
      {NAMES.map((name) => (
        <LineSkeletons key={name} label={words.title} count={2} className="h-8" />
      ))}
    </div>
  )
}

/** Edits the run retention of the current environment. */
export function RetentionDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const environment = useEnvironment()
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={words.title}
      description={words.description(environment)}
      className="w-110"
    >
      <Retention onClose={onClose} />
    </Dialog>
  )
}
