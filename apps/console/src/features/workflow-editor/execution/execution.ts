import { ApiError } from '@plinth/client'
import { executeWorkflow, type WorkflowNode } from '@plinth/contract'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { createExternalStore } from '../../../ui/hooks/external-store.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import type { Graph } from '../graph/graph.ts'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'
import { findRunUnderWay, followRun, stopRun } from './follow-run.ts'
import type { NodeStates } from './node-states.ts'

export type Json = WorkflowNode['data']['parameters'][string]
/** What each node gave, by its label. */
export type Results = Readonly<Record<string, Json>>

/** The run that is shown for a workflow, and what came of it. */
export interface Execution {
  isRunning: boolean
  /** Known once the server has accepted the run. */
  runId?: string
  isStopping?: boolean
  results: Results
  states: NodeStates
}

const NONE: Execution = { isRunning: false, results: {}, states: {} }

/** Results outlive the screen: they are kept per workflow until the page goes. */
const store = createExternalStore<Readonly<Record<string, Execution>>>({})

const executionOf = (workflowId: string): Execution => store.get()[workflowId] ?? NONE

function updateExecution(workflowId: string, change: Partial<Execution>) {
  store.set({ ...store.get(), [workflowId]: { ...executionOf(workflowId), ...change } })
}

export function useExecution(workflowId: string | undefined): Execution {
  const all = store.use()
  return (workflowId === undefined ? undefined : all[workflowId]) ?? NONE
}

interface Place {
  projectId: string
  workflowId: string
}

interface Run extends Place, Graph {
  /** The node to start from, when there are several triggers. */
  trigger?: string
}

/** A run that did not end well, and the node at which it did not. */
class RunFailure extends Error {
  readonly results: Results

  constructor(message: string, results: Results) {
    super(message)
    this.results = results
  }
}

/** Shows a run while it goes on; it ends with its results or with a failure. */
async function follow({ projectId, workflowId }: Place, runId: string): Promise<Results> {
  updateExecution(workflowId, { runId })
  const end = await followRun({ projectId, runId }, (states) =>
    updateExecution(workflowId, { states }),
  )
  if (end.status === 'succeeded') return end.result ?? {}
  if (end.status === 'cancelled') throw new RunFailure(strings.run.cancelled, {})
  const { node = '', message = strings.run.failed } = end.error ?? {}
  if (node === '') throw new RunFailure(message, {})
  throw new RunFailure(`${node}: ${message}`, { [node]: { error: message } })
}

async function start({ nodes, connections, trigger, ...place }: Run): Promise<Results> {
  const { data } = await client.call(executeWorkflow, {
    params: { projectId: place.projectId, workflowId: place.workflowId },
    headers: { Prefer: 'respond-async' },
    body: {
      nodes: JSON.stringify(nodes),
      edges: JSON.stringify(connections),
      ...(trigger === undefined ? {} : { trigger }),
    },
  })
  const isThere = Object.keys(data.result).length > 0 || nodes.length === 0
  return isThere ? data.result : follow(place, data.runId)
}

/** A refusal stands at the node that it names. */
function failuresOf(error: unknown, labels: ReadonlySet<string>): Results {
  if (error instanceof RunFailure) return error.results
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return {}
  const { path, message } = (error.details[0] ?? {}) as { path?: unknown; message?: unknown }
  const isNode = typeof path === 'string' && labels.has(path)
  return isNode && typeof message === 'string' ? { [path]: { error: message } } : {}
}

/** Shows what comes of a run, whether it was started here or was under way already. */
async function show(
  workflowId: string,
  { outcome, labels }: { outcome: Promise<Results>; labels: ReadonlySet<string> },
) {
  const over = { isRunning: false, isStopping: false }
  try {
    updateExecution(workflowId, { ...over, results: await outcome })
    showToast({ title: strings.toast.executed })
  } catch (error) {
    updateExecution(workflowId, { ...over, results: failuresOf(error, labels) })
    logFailure('Executing the workflow', error)
    const description = error instanceof Error ? error.message : undefined
    showToast({
      title: strings.toast.executeFailed,
      ...(description ? { description } : {}),
      variant: 'destructive',
    })
  }
}

function begin(workflowId: string) {
  store.set({ ...store.get(), [workflowId]: { ...NONE, isRunning: true } })
}

/** Runs exactly what is drawn, saved or not. */
export async function execute(wanted: Run) {
  const { workflowId } = wanted
  if (executionOf(workflowId).isRunning) return
  begin(workflowId)
  const labels = new Set(wanted.nodes.map(({ data }) => data.label))
  await show(workflowId, { outcome: start(wanted), labels })
}

/** Shows the run that is under way, after the page was loaded again. */
export async function recover(place: Place) {
  const { projectId, workflowId } = place
  const runId = await findRunUnderWay(projectId, workflowId).catch((error) =>
    logFailure('Looking for a run under way', error),
  )
  if (!runId || executionOf(workflowId).isRunning) return
  begin(workflowId)
  await show(workflowId, { outcome: follow(place, runId), labels: new Set() })
}

/** Stops the run that is shown. */
export async function cancel({ projectId, workflowId }: Place) {
  const { runId, isRunning, isStopping } = executionOf(workflowId)
  if (!runId || !isRunning || isStopping) return
  updateExecution(workflowId, { isStopping: true })
  await stopRun({ projectId, runId })
  updateExecution(workflowId, { isStopping: false })
}
