import {
  cancelRun,
  getRun,
  listRuns,
  type Run,
  type RunDetail,
  type RunNode,
  watchRun,
} from '@plinth/contract'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { mergeSteps } from './merge-steps.ts'
import { applyEvent, type NodeStates, type StepStates, statesOf } from './node-states.ts'

export interface NamedRun {
  projectId: string
  runId: string
}

/** Outcome of a run. */
export type RunEnd = Pick<RunDetail, 'status' | 'error' | 'result'>

interface Progress {
  run: Run
  states: NodeStates
  records: readonly RunNode[]
}

/** Follows a run until it ends, reconnecting when needed, and reports what each node has done. */
export async function followRun(
  params: NamedRun,
  onProgress: (progress: Progress) => void,
): Promise<RunEnd> {
  let steps: StepStates = new Map()
  let states: NodeStates = {}
  let records: readonly RunNode[] = []
  for await (const { run, nodes, result } of client.stream(watchRun, { params })) {
    steps = applyEvent(steps, nodes)
    states = statesOf(steps, states)
    records = mergeSteps(records, nodes)
    onProgress({ run, states, records })
    if (run.endedOn !== null) return { status: run.status, error: run.error, result }
  }
  const { run } = await client.call(getRun, { params })
  return run
}

interface NamedWorkflow {
  projectId: string
  workflowId: string
}

/** The newest run of a workflow that the caller started by hand. */
export async function findOwnRun({
  projectId,
  workflowId,
}: NamedWorkflow): Promise<Run | undefined> {
  const query = { workflowId, startedBy: 'me', limit: 1 } as const
  const { runs } = await client.call(listRuns, { params: { projectId }, query })
  return runs[0]
}

/** A run with its records. */
export async function readRunDetail(params: NamedRun): Promise<RunDetail> {
  const { run } = await client.call(getRun, { params })
  return run
}

/** Requests cancellation; the follower receives the final status. */
export async function stopRun(params: NamedRun): Promise<void> {
  await client.call(cancelRun, { params }).catch((error) => logFailure('Cancelling the run', error))
}
