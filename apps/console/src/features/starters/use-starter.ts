import type { Database } from '@plinth/contract'
import { STARTERS, type StarterId, starterConfiguration } from '@plinth/schema'
import { useState } from 'react'
import { logFailure } from '../../api/log-failure.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { applyStarter, type StarterTarget } from './apply-starter.ts'
import { type StarterStep, starterStrings as strings } from './strings.ts'

export type StarterProgress =
  | { state: 'idle' }
  | { state: 'running'; step: StarterStep }
  | { state: 'undoing'; failed: StarterStep }
  | { state: 'failed'; failed: StarterStep; reason: string }

interface StarterOptions extends StarterTarget {
  id: StarterId
  database: Database
  /** Called after success and after failure, to read the project again. */
  onEnd: (isApplied: boolean) => Promise<void>
  onDone: () => void
}

/** Applies a starter step by step. */
export function useStarter({ id, database, onEnd, onDone, ...target }: StarterOptions) {
  const [progress, setProgress] = useState<StarterProgress>({ state: 'idle' })
  const run = async () => {
    const starter = STARTERS[id]
    let last: StarterStep = 'tables'
    const onStep = (step: StarterStep | 'undo') => {
      if (step === 'undo') return setProgress({ state: 'undoing', failed: last })
      last = step
      setProgress({ state: 'running', step })
    }
    try {
      const configuration = starterConfiguration(starter, database)
      await applyStarter({ ...target, starter, configuration, onStep })
    } catch (error) {
      logFailure('Applying a starter', error)
      const reason = error instanceof Error ? error.message : String(error)
      await onEnd(false)
      return setProgress({ state: 'failed', failed: last, reason })
    }
    await onEnd(true)
    const counts = { tables: starter.tables.length, rows: starter.rows.length }
    const { name } = strings.starters[id]
    showToast({ title: strings.ready(name), description: strings.readyText(counts) })
    onDone()
  }
  return { progress, run: () => void run() }
}
