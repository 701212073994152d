import { type BackupSchedule, ENVIRONMENT_NAMES, type EnvironmentName } from '@plinth/contract'
import { type FormEvent, useState } from 'react'
import { useIsAdmin } from '../../../state/current-user.ts'
import { Dialog, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { NumberInput } from '../../../ui/forms/number-input.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { StaleNotice } from '../../../ui/forms/stale-notice.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { FormProblem } from '../panel/form-notes.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { PassphraseFields } from './passphrase-fields.tsx'
import {
  formatRhythm,
  RHYTHMS,
  type ScheduleValues,
  scheduleValues,
  writeCron,
  zoneOf,
} from './schedule-values.ts'
import { StoreField } from './store-field.tsx'
import { backupsStrings as strings } from './strings.ts'
import { type SavedSchedule, useSaveSchedule } from './use-save-schedule.ts'

interface ScheduleDialogProps {
  schedule: BackupSchedule | null
  open: boolean
  onClose: () => void
}

const words = strings.schedule

interface PartProps {
  values: SavedSchedule
  set: (part: Partial<ScheduleValues>) => void
}

function WhenField({ values, set }: PartProps) {
  if (values.rhythm === 'hourly') return null
  const isOwn = values.rhythm === 'own'
  return (
    <Field label={isOwn ? words.cron : words.time} {...(isOwn ? { hint: words.cronHint } : {})}>
      {(control) =>
        isOwn ? (
          <Input
            {...control}
            className="font-mono text-xs"
            autoComplete="off"
            value={values.cron}
            onChange={(event) => set({ cron: event.target.value })}
          />
        ) : (
          <Input
            {...control}
            type="time"
            value={values.time}
            onChange={(event) => set({ time: event.target.value })}
          />
        )
      }
    </Field>
  )
}

function RetentionFields({ values, set }: PartProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={words.keepCount}>
        {(control) => (
          <NumberInput
            {...control}
            min={1}
            max={1000}
            step={1}
            value={values.keepCount}
            onValueChange={(keepCount) => set({ keepCount })}
          />
        )}
      </Field>
      <Field label={words.keepDays}>
        {(control) => (
          <NumberInput
            {...control}
            min={1}
            max={3650}
            step={1}
            value={values.keepDays}
            onValueChange={(keepDays) => set({ keepDays })}
          />
        )}
      </Field>
    </div>
  )
}

const startOf = (schedule: BackupSchedule | null): SavedSchedule => ({
  ...scheduleValues(schedule),
  isOn: schedule?.hasPassphrase ?? false,
  passphrase: '',
})

/**
 * Environments whose secrets are included after saving. An unchanged passphrase keeps the rights of
 * the user who set it.
 */
function secretsOf(
  { passphrase }: SavedSchedule,
  { schedule, isAdmin }: { schedule: BackupSchedule | null; isAdmin: boolean },
): readonly EnvironmentName[] {
  if (!isAdmin) return ['dev']
  return passphrase === '' && schedule?.hasPassphrase ? schedule.secretsOf : ENVIRONMENT_NAMES
}

interface StaleProps {
  values: SavedSchedule
  saving: ReturnType<typeof useSaveSchedule>
  onTakeTheirs: (theirs: BackupSchedule | null) => void
}

function ScheduleStale({ values, saving, onTakeTheirs }: StaleProps) {
  const { stale } = saving
  if (!stale) return null
  const { theirs } = stale
  const cron = writeCron(values)
  const timezone = zoneOf(cron, theirs)
  const format = (value: unknown) => (theirs ? String(value) : words.offNow)
  const sides = [
    {
      label: words.how,
      yours: formatRhythm({ cron, timezone }),
      theirs: theirs ? formatRhythm(theirs) : words.offNow,
    },
    { label: words.keepCount, yours: String(values.keepCount), theirs: format(theirs?.keepCount) },
    { label: words.keepDays, yours: String(values.keepDays), theirs: format(theirs?.keepDays) },
    {
      label: words.secrets,
      yours: words.with(values.isOn),
      theirs: theirs ? words.with(theirs.hasPassphrase) : words.offNow,
    },
  ]
  return (
    <StaleNotice
      act={stale.act}
      sides={sides}
      onKeepMine={() => saving.keepMine(values)}
      onTakeTheirs={() => {
        onTakeTheirs(theirs)
        saving.takeTheirs()
      }}
    />
  )
}

function ScheduleForm({ schedule: opened, onClose }: Omit<ScheduleDialogProps, 'open'>) {
  // The form keeps the schedule it was opened with while the list is refetched.
  const [schedule, setSchedule] = useState(opened)
  const hasOne = schedule?.hasPassphrase ?? false
  const [values, setValues] = useState<SavedSchedule>(() => startOf(schedule))
  const set = (part: Partial<SavedSchedule>) => setValues({ ...values, ...part })
  const saving = useSaveSchedule({ schedule, onDone: onClose })
  const isAdmin = useIsAdmin()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.save(values)
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className="flex flex-col gap-4 px-5 pt-4">
        <div className="grid grid-cols-2 gap-3">
          <Field label={words.how}>
            {(control) => (
              <Select
                {...control}
                value={values.rhythm}
                options={RHYTHMS.map((value) => ({ value, label: words.every[value] }))}
                onValueChange={(rhythm) => set({ rhythm })}
              />
            )}
          </Field>
          <WhenField {...{ values, set }} />
        </div>
        <RetentionFields {...{ values, set }} />
        <StoreField store={values.store} onChange={set} />
        <PassphraseFields
          isOn={values.isOn}
          passphrase={values.passphrase}
          {...(hasOne ? { hint: words.passphraseKept } : {})}
          secretsOf={secretsOf(values, { schedule, isAdmin })}
          adminOnly={words.adminOnly}
          onChange={set}
        />
        <ScheduleStale
          {...{ values, saving }}
          onTakeTheirs={(theirs) => {
            setSchedule(theirs)
            setValues(startOf(theirs))
          }}
        />
        <FormProblem>{saving.problem}</FormProblem>
      </div>
      <DialogFooter>
        {schedule ? (
          <Button
            variant="danger-ghost"
            className="mr-auto"
            busy={saving.isTurningOff}
            onClick={saving.turnOff}
          >
            {words.off}
          </Button>
        ) : null}
        <Button onClick={onClose}>{settings.cancel}</Button>
        <Button type="submit" variant="primary" busy={saving.isSaving}>
          {settings.save}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Edits the backup schedule and its retention. */
export function ScheduleDialog({ open, ...props }: ScheduleDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={props.onClose}
      title={words.title}
      description={words.dialogText}
    >
      <ScheduleForm {...props} />
    </Dialog>
  )
}
