import { cancelRun, deleteRun, type Run, replayRun, retryRun } from '@plinth/contract'
import { client } from '../../../api/client.ts'

export type RunAct = 'retry' | 'current' | 'replay' | 'cancel' | 'delete'

const isOpen = ({ endedOn }: Run) => endedOn === null

/** The runs among these that the act applies to. */
export function runsFor(act: RunAct, runs: readonly Run[]): Run[] {
  if (act === 'replay') return runs.filter(({ status }) => status === 'failed')
  return runs.filter((run) => isOpen(run) === (act === 'cancel'))
}

/** Sends one act for one run. */
export function sendAct(act: RunAct, params: { projectId: string; runId: string }) {
  if (act === 'cancel') return client.call(cancelRun, { params })
  if (act === 'delete') return client.call(deleteRun, { params })
  if (act === 'replay') return client.call(replayRun, { params, body: {} })
  return client.call(retryRun, { params, body: { version: act === 'retry' ? 'same' : 'today' } })
}
