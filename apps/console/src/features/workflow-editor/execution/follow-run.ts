import { cancelRun, getRun, listRuns, type RunDetail, watchRun } from '@plinth/contract'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { applyEvent, type NodeStates, type StepStates, statesOf } from './node-states.ts'

export interface NamedRun {
  projectId: string
  runId: string
}

/** Outcome of a run. */
export type RunEnd = Pick<RunDetail, 'status' | 'error' | 'result'>

/** Follows a run until it ends, reconnecting when needed, and reports the state of each node. */
export async function followRun(
  params: NamedRun,
  onStates: (states: NodeStates) => void,
): Promise<RunEnd> {
  let steps: StepStates = new Map()
  let states: NodeStates = {}
  for await (const { run, nodes, result } of client.stream(watchRun, { params })) {
    steps = applyEvent(steps, nodes)
    states = statesOf(steps, states)
    onStates(states)
    if (run.endedOn !== null) return { status: run.status, error: run.error, result }
  }
  const { run } = await client.call(getRun, { params })
  return run
}

/** The active test run of a workflow, if there is one. */
export async function findRunUnderWay(
  projectId: string,
  workflowId: string,
): Promise<string | undefined> {
  const query = { workflowId, trigger: 'manual', limit: 1 } as const
  const { runs } = await client.call(listRuns, { params: { projectId }, query })
  return runs.find(({ endedOn }) => endedOn === null)?.id
}

/** Requests cancellation; the follower receives the final status. */
export async function stopRun(params: NamedRun): Promise<void> {
  await client.call(cancelRun, { params }).catch((error) => logFailure('Cancelling the run', error))
}
