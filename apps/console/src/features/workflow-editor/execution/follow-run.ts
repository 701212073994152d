import { cancelRun, getRun, listRuns, type RunDetail, watchRun } from '@plinth/contract'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { type NodeStates, statesOf, type Turns, takeIn } from './node-states.ts'

export interface NamedRun {
  projectId: string
  runId: string
}

/** How a run ended. */
export type RunEnd = Pick<RunDetail, 'status' | 'error' | 'result'>

/** Follows a run to its end, over lost connections too, and tells how far each node is. */
export async function followRun(
  params: NamedRun,
  onStates: (states: NodeStates) => void,
): Promise<RunEnd> {
  let turns: Turns = new Map()
  let states: NodeStates = {}
  for await (const { run, nodes, result } of client.stream(watchRun, { params })) {
    turns = takeIn(turns, nodes)
    states = statesOf(turns, states)
    onStates(states)
    if (run.endedOn !== null) return { status: run.status, error: run.error, result }
  }
  const { run } = await client.call(getRun, { params })
  return run
}

/** The test run of a workflow that is still under way, whoever started it. */
export async function findRunUnderWay(
  projectId: string,
  workflowId: string,
): Promise<string | undefined> {
  const query = { workflowId, trigger: 'manual', limit: 1 } as const
  const { runs } = await client.call(listRuns, { params: { projectId }, query })
  return runs.find(({ endedOn }) => endedOn === null)?.id
}

/** Asks a run to stop; whoever follows it sees how it ends. */
export async function stopRun(params: NamedRun): Promise<void> {
  await client.call(cancelRun, { params }).catch((error) => logFailure('Cancelling the run', error))
}
