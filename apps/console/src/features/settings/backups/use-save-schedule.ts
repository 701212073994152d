import { ApiError } from '@plinth/client'
import {
  type BackupStore,
  deleteBackupSchedule,
  PASSPHRASE_LENGTH,
  saveBackupSchedule,
} from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useReloadBackups } from './backups-query.ts'
import { type ScheduleValues, writeCron } from './schedule-values.ts'
import { strings } from './strings.ts'

export interface SavedSchedule extends ScheduleValues {
  isOn: boolean
  passphrase: string
}

interface Body {
  cron: string
  timezone: string
  keepCount: number
  keepDays: number
  store?: BackupStore
  /** Left out: as it was. Null: none. */
  passphrase?: string | null
}

/** What is sent of the passphrase: none, the one that is there, or a new one. */
function passphraseOf({ isOn, passphrase }: SavedSchedule): Pick<Body, 'passphrase'> {
  if (!isOn) return { passphrase: null }
  return passphrase === '' ? {} : { passphrase }
}

/** Saves a schedule in the time zone of whoever chose it, or turns it off. */
export function useSaveSchedule({ hasOne, onDone }: { hasOne: boolean; onDone: () => void }) {
  const projectId = useCurrentProject().id
  const params = { projectId }
  const reload = useReloadBackups()
  const [problem, setProblem] = useState<string>()
  const settle = (title: string) => async () => {
    await reload()
    showToast({ title })
    onDone()
  }
  const onError = (error: Error) => {
    logFailure('Saving a schedule', error)
    setProblem(error instanceof ApiError ? error.message : strings.schedule.failed)
  }
  const saving = useMutation({
    mutationFn: (body: Body) => client.call(saveBackupSchedule, { params, body }),
    gcTime: 0,
    onSuccess: settle(strings.schedule.saved),
    onError,
  })
  const turningOff = useMutation({
    mutationFn: () => client.call(deleteBackupSchedule, { params }),
    onSuccess: settle(strings.schedule.turnedOff),
    onError,
  })
  const save = (values: SavedSchedule) => {
    const { keepCount, keepDays, isOn, passphrase, store } = values
    const isShort = passphrase.length < PASSPHRASE_LENGTH.least
    if (!keepCount || !keepDays) setProblem(strings.schedule.numbers)
    else if (isOn && isShort && !(hasOne && passphrase === ''))
      setProblem(strings.start.passphraseShort)
    else {
      setProblem(undefined)
      const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions()
      const cron = writeCron(values)
      const kept = { keepCount, keepDays, ...(store ? { store } : {}) }
      saving.mutate({ cron, timezone, ...kept, ...passphraseOf(values) })
    }
  }
  return {
    save,
    turnOff: () => turningOff.mutate(),
    isSaving: saving.isPending,
    isTurningOff: turningOff.isPending,
    problem,
  }
}
