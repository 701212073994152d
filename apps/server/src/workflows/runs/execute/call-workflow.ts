import type { Json, Outcome } from '@plinth/engine'
import type { CalledRun } from '../../../foundation/durable/run-host.ts'
import { newId } from '../../../foundation/platform/new-id.ts'
import { readJson } from '../../../foundation/platform/stored-json.ts'
import { currentTraceParent } from '../../../foundation/traces/spans.ts'
import type { WorkflowsContext } from '../../context.ts'
import { findCallable, findEnding } from '../records/called-run-store.ts'
import { findResponse } from '../records/response-store.ts'
import { addRun, findRun, findRunOfEvent } from '../records/run-store.ts'
import { readCurrentGraph } from '../start/read-current-graph.ts'
import { MAX_DEPTH } from '../start/start-triggered-run.ts'

/** A called run belongs to its caller's run: it takes no slot, so that callers cannot deadlock. */
const NO_SLOT = 0

interface Call {
  callerId: string
  workflow: string
  input: Json
  /** Identifies this call within the caller's run; a repeated call returns the same run. */
  key: string
}

/** Creates the called run; the caller's execution starts it. */
export async function startCall(
  { db }: Pick<WorkflowsContext, 'db'>,
  { callerId, workflow, input, key }: Call,
): Promise<CalledRun> {
  const caller = await findRun(db, callerId)
  if (!caller) return { refusal: 'The calling run no longer exists.' }
  if (caller.depth >= MAX_DEPTH) {
    return { refusal: `Workflows called each other ${MAX_DEPTH} deep: look for a loop.` }
  }
  const { environmentId } = caller
  return db.transaction(async (transaction): Promise<CalledRun> => {
    const trigger = await findCallable(transaction, { environmentId, name: workflow })
    const graph = trigger && (await readCurrentGraph(transaction, trigger))
    if (!graph) {
      const how = 'Give it the trigger "Called by workflow" and activate it.'
      return { refusal: `There is no workflow "${workflow}" that can be called. ${how}` }
    }
    if (graph.problem !== null) return { refusal: `${workflow}: ${graph.problem}` }
    const eventKey = `${trigger.workflowId}/${trigger.nodeId}/${key}`
    const id = newId('run')
    const added = await addRun(transaction, {
      id,
      projectId: caller.projectId,
      environmentId,
      workflowId: trigger.workflowId,
      workflowName: trigger.name,
      version: trigger.revision,
      concurrency: NO_SLOT,
      isCalled: true,
      trigger: 'workflow',
      payload: JSON.stringify(input),
      parentId: callerId,
      depth: caller.depth + 1,
      eventKey,
      refusal: null,
      graph,
      traceParent: currentTraceParent() ?? null,
    })
    return { runId: added ? id : ((await findRunOfEvent(transaction, eventKey)) ?? '') }
  })
}

/** The outcome of a called run: its response, or else its results by label. */
export async function answerCall(
  { db }: Pick<WorkflowsContext, 'db'>,
  { runId, workflow }: { runId: string; workflow: string },
): Promise<Outcome> {
  const fail = (message: string, retry: boolean): Outcome => ({
    status: 'failed',
    failure: { message: `${workflow}: ${message}`, retry },
  })
  const ending = await findEnding(db, runId)
  if (ending?.status === 'succeeded') {
    const said = await findResponse(db, runId)
    if (said) return { status: 'done', value: said.value }
    return { status: 'done', value: readJson(ending.result ?? '{}') }
  }
  if (ending?.status === 'cancelled') return fail('The run was cancelled.', false)
  const { node, message } = ending ?? {}
  return fail(`${node ? `${node}: ` : ''}${message ?? 'The run did not end.'}`, true)
}
