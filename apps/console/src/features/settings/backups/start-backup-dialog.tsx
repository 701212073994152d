import { ApiError } from '@plinth/client'
import {
  type BackupStore,
  ENVIRONMENT_NAMES,
  PASSPHRASE_LENGTH,
  startBackup,
} from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useIsAdmin } from '../../../state/current-user.ts'
import { Dialog, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { FormProblem } from '../panel/form-notes.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { useReloadBackups } from './backups-query.ts'
import { PassphraseFields } from './passphrase-fields.tsx'
import { StoreField } from './store-field.tsx'
import { backupsStrings as strings } from './strings.ts'

interface StartBackupDialogProps {
  open: boolean
  onClose: () => void
}

interface Values {
  isOn: boolean
  passphrase: string
  /** Undefined: the server's default file store. */
  store: BackupStore | undefined
}

function useStart(onStarted: () => void) {
  const projectId = useCurrentProject().id
  const reload = useReloadBackups()
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ isOn, passphrase, store }: Values) =>
      client.call(startBackup, {
        params: { projectId },
        body: { ...(store ? { store } : {}), ...(isOn ? { passphrase } : {}) },
      }),
    gcTime: 0,
    onSuccess: async () => {
      await reload()
      showToast({ title: strings.start.started })
      onStarted()
    },
    onError: (error) => {
      logFailure('Starting a backup', error)
      setProblem(error instanceof ApiError ? error.message : strings.start.failed)
    },
  })
  const start = (values: Values) => {
    const isShort = values.isOn && values.passphrase.length < PASSPHRASE_LENGTH.min
    setProblem(isShort ? strings.start.passphraseShort : undefined)
    if (!isShort && !isPending) mutate(values)
  }
  return { start, busy: isPending, problem }
}

function StartForm({ onClose }: Omit<StartBackupDialogProps, 'open'>) {
  const [values, setValues] = useState<Values>({ isOn: false, passphrase: '', store: undefined })
  const set = (part: Partial<Values>) => setValues({ ...values, ...part })
  const { start, busy, problem } = useStart(onClose)
  const isAdmin = useIsAdmin()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    start(values)
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className="flex flex-col gap-4 px-5 pt-4">
        <PassphraseFields
          isOn={values.isOn}
          passphrase={values.passphrase}
          secretsOf={isAdmin ? ENVIRONMENT_NAMES : ['dev']}
          adminOnly={strings.start.adminOnly}
          onChange={set}
        />
        <StoreField store={values.store} onChange={set} />
        <FormProblem>{problem}</FormProblem>
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{settings.cancel}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {strings.start.confirm}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Asks whether to include secrets, then starts a backup. */
export function StartBackupDialog({ open, ...props }: StartBackupDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={props.onClose}
      title={strings.start.button}
      description={strings.start.text}
    >
      <StartForm {...props} />
    </Dialog>
  )
}
