import { saveRunRetention } from '@plinth/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useEnvironment } from '../../../state/environment.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { NumberInput } from '../../../ui/number-input.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useRunRetention } from './run-queries.ts'
import { runStrings } from './strings.ts'

const words = runStrings.keep
const MOST = { days: 3650, runs: 10_000_000 } as const
type Name = keyof typeof MOST

interface Kept {
  days: number | null
  runs: number | null
}

const isWrong = (name: Name, value: number | null) =>
  value !== null && (!Number.isInteger(value) || value < 1 || value > MOST[name])

interface FormProps {
  start: Kept & { defaults: { days: number; runs: number } }
  onClose: () => void
}

function RetentionForm({ start, onClose }: FormProps) {
  const { id: projectId } = useCurrentProject()
  const environment = useEnvironment()
  const queries = useQueryClient()
  const [kept, setKept] = useState<Kept>({ days: start.days, runs: start.runs })
  const [isSaving, setSaving] = useState(false)
  const wrong = (['days', 'runs'] as const).filter((name) => isWrong(name, kept[name]))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (wrong.length > 0 || isSaving) return
    setSaving(true)
    try {
      await client.call(saveRunRetention, { params: { projectId }, body: { ...kept, environment } })
      await queries.invalidateQueries({ queryKey: ['runs', projectId] })
      showToast({ title: words.saved })
      onClose()
    } catch (error) {
      logFailure('Saving the retention', error)
      const description = error instanceof Error ? { description: error.message } : {}
      showToast({ title: words.failed, ...description, variant: 'destructive' })
      setSaving(false)
    }
  }
  return (
    <form onSubmit={save} noValidate>
      <div className="grid grid-cols-2 gap-3.5 px-5 pt-4">
        {(['days', 'runs'] as const).map((name) => (
          <Field
            key={name}
            label={words[name]}
            hint={words.standard(start.defaults[name])}
            error={wrong.includes(name) ? words.range(MOST[name]) : undefined}
          >
            {(control) => (
              <NumberInput
                {...control}
                min={1}
                max={MOST[name]}
                step={1}
                placeholder={String(start.defaults[name])}
                value={kept[name]}
                onValueChange={(value) => setKept({ ...kept, [name]: value })}
              />
            )}
          </Field>
        ))}
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button variant="primary" type="submit" busy={isSaving} aria-disabled={wrong.length > 0}>
          {words.save}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Asked for anew at each opening: somebody may have changed it since. */
function Retention({ onClose }: { onClose: () => void }) {
  const query = useRunRetention()
  if (query.data) return <RetentionForm start={query.data} onClose={onClose} />
  if (query.isError) {
    return <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} />
  }
  return (
    <div className="grid h-32 place-items-center text-fg-3">
      <Spinner />
    </div>
  )
}

/** How long the runs of the shown environment are kept. */
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
