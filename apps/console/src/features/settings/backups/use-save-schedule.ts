import { ApiError } from '@plinth/client'
import {
  type BackupSchedule,
  type BackupStore,
  deleteBackupSchedule,
  PASSPHRASE_LENGTH,
  saveBackupSchedule,
} from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { readStale } from '../../../api/read-stale.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { useReloadBackups } from './backups-query.ts'
import { type ScheduleValues, writeCron, zoneOf } from './schedule-values.ts'
import { backupsStrings as strings } from './strings.ts'

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
  /** Omitted: unchanged. Null: none. */
  passphrase?: string | null
}

/** The request body, or a validation message. */
function bodyOf(values: SavedSchedule, schedule: BackupSchedule | null): Body | string {
  const { keepCount, keepDays, isOn, passphrase, store } = values
  const isShort = passphrase.length < PASSPHRASE_LENGTH.min
  const keepsOne = schedule?.hasPassphrase === true && passphrase === ''
  if (!keepCount || !keepDays) return strings.schedule.numbers
  if (isOn && isShort && !keepsOne) return strings.start.passphraseShort
  const cron = writeCron(values)
  const kept = { keepCount, keepDays, ...(store ? { store } : {}) }
  return { cron, timezone: zoneOf(cron, schedule), ...kept, ...passphraseOf(values) }
}

/** Passphrase part of the body: removed, unchanged or new. */
function passphraseOf({ isOn, passphrase }: SavedSchedule): Pick<Body, 'passphrase'> {
  if (!isOn) return { passphrase: null }
  return passphrase === '' ? {} : { passphrase }
}

type Attempt = { act: 'save'; body: Body } | { act: 'remove' }

interface Stale {
  act: Attempt['act']
  revision: number
  /** Null if another user turned the schedule off. */
  theirs: BackupSchedule | null
}

interface Saving {
  schedule: BackupSchedule | null
  onDone: () => void
}

/** Saves a schedule or turns it off; reports a newer revision as stale. */
export function useSaveSchedule({ schedule, onDone }: Saving) {
  const projectId = useCurrentProject().id
  const params = { projectId }
  const reload = useReloadBackups()
  const [problem, setProblem] = useState<string>()
  const [revision, setRevision] = useState(schedule?.revision ?? 0)
  const [stale, setStale] = useState<Stale>()
  const mutation = useMutation({
    mutationFn: async ({ attempt, ifMatch }: { attempt: Attempt; ifMatch: number }) => {
      const isOff = attempt.act === 'remove'
      if (isOff) await client.call(deleteBackupSchedule, { params, ifMatch })
      else await client.call(saveBackupSchedule, { params, body: attempt.body, ifMatch })
    },
    gcTime: 0,
    onSuccess: async (_, { attempt }) => {
      await reload()
      const { saved, turnedOff } = strings.schedule
      showToast({ title: attempt.act === 'remove' ? turnedOff : saved })
      onDone()
    },
    onError: (error, { attempt }) => {
      logFailure('Saving a schedule', error)
      const newer = readStale<Omit<Stale, 'act'>>(error)
      if (newer) setStale({ ...newer, act: attempt.act })
      else setProblem(error instanceof ApiError ? error.message : strings.schedule.failed)
    },
  })
  const start = (attempt: Attempt, ifMatch: number) => {
    setStale(undefined)
    setProblem(undefined)
    setRevision(ifMatch)
    mutation.mutate({ attempt, ifMatch })
  }
  const save = (values: SavedSchedule, ifMatch = revision) => {
    const body = bodyOf(values, schedule)
    if (typeof body === 'string') setProblem(body)
    else start({ act: 'save', body }, ifMatch)
  }
  const { isPending, variables } = mutation
  return {
    save: (values: SavedSchedule) => save(values),
    turnOff: () => start({ act: 'remove' }, revision),
    isSaving: isPending && variables.attempt.act === 'save',
    isTurningOff: isPending && variables.attempt.act === 'remove',
    problem,
    stale,
    keepMine(values: SavedSchedule) {
      if (stale?.act === 'remove') start({ act: 'remove' }, stale.revision)
      else if (stale) save(values, stale.revision)
    },
    takeTheirs() {
      setRevision(stale?.revision ?? 0)
      setStale(undefined)
    },
  }
}
