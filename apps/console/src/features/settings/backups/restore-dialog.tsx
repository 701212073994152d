import type { Backup } from '@plinth/contract'
import { type FormEvent, useState } from 'react'
import { useStopReason } from '../../../state/availability.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { Dialog, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { Segmented } from '../../../ui/primitives/segmented.tsx'
import { FormProblem, ReadOnlyReason } from '../panel/form-notes.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { formatMoment } from './format-moment.ts'
import { RestoreContents } from './restore-contents.tsx'
import { RestoreOver } from './restore-over.tsx'
import { restoreStrings as words } from './restore-strings.ts'
import { backupsStrings as backups } from './strings.ts'
import { type RestoreValues, useStartRestore } from './use-start-restore.ts'

interface RestoreFormProps {
  backup: Backup
  onClose: () => void
}

const INTO = (['new', 'over'] as const).map((value) => ({ value, label: words.into[value] }))

interface PartProps {
  values: RestoreValues
  set: (part: Partial<RestoreValues>) => void
}

function AsNew({ backup, values, set }: PartProps & Pick<RestoreFormProps, 'backup'>) {
  return (
    <>
      <Field label={words.name} hint={words.newText} required>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={100}
            value={values.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </Field>
      <RestoreContents title={words.brings} contents={backup.contents ?? []} />
    </>
  )
}

function PassphraseField({ values, set }: PartProps) {
  return (
    <Field label={words.passphrase} hint={words.passphraseHint}>
      {(control) => (
        <Input
          {...control}
          type="password"
          autoComplete="off"
          value={values.passphrase}
          onChange={(event) => set({ passphrase: event.target.value })}
        />
      )}
    </Field>
  )
}

function RestoreForm({ backup, onClose }: RestoreFormProps) {
  const project = useCurrentProject()
  const [values, setValues] = useState<RestoreValues>({
    into: 'new',
    name: words.suggested(project.name),
    environments: ['dev'],
    confirm: '',
    passphrase: '',
  })
  const set = (part: Partial<RestoreValues>) => setValues({ ...values, ...part })
  const { start, busy, problem } = useStartRestore(backup.id, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    start(values)
  }
  const isOver = values.into === 'over'
  const stopped = useStopReason()
  return (
    <form noValidate onSubmit={submit}>
      <div className="flex flex-col gap-4 px-5 pt-4">
        <div className="flex">
          <Segmented
            label={words.where}
            value={values.into}
            options={INTO}
            onValueChange={(into) => set({ into })}
          />
        </div>
        {isOver ? (
          <RestoreOver backupId={backup.id} {...{ values, set }} />
        ) : (
          <AsNew {...{ backup, values, set }} />
        )}
        {backup.secretsOf.length > 0 ? (
          <>
            <PassphraseField {...{ values, set }} />
            <p className="text-xs text-fg-2">{backups.secretsOf(backup.secretsOf)}.</p>
          </>
        ) : null}
        {stopped ? (
          <ReadOnlyReason>{stopped}</ReadOnlyReason>
        ) : (
          <FormProblem>{problem}</FormProblem>
        )}
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{settings.cancel}</Button>
        {stopped ? null : (
          <Button type="submit" variant={isOver ? 'danger' : 'primary'} busy={busy}>
            {words.start[values.into]}
          </Button>
        )}
      </DialogFooter>
    </form>
  )
}

interface RestoreDialogProps {
  /** Kept during the closing animation. */
  backup: Backup | undefined
  open: boolean
  onClose: () => void
}

/** Restores a backup as a new project or over this one. */
export function RestoreDialog({ backup, open, onClose }: RestoreDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={words.title}
      description={words.text(backup ? formatMoment(backup.startedOn) : '')}
      className="w-130"
    >
      {backup ? <RestoreForm {...{ backup, onClose }} /> : null}
    </Dialog>
  )
}
