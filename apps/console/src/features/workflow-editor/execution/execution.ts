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
/** Output of each node, by its label. */
export type Results = Readonly<Record<string, Json>>

/** The run shown for a workflow and its results. */
export interface Execution {
  isRunning: boolean
  /** Known once the server has accepted the run. */
  runId?: string
  isStopping?: boolean
  results: Results
  states: NodeStates
}

const NONE: Execution = { isRunning: false, results: {}, states: {} }

/** Stored per workflow outside React, so that results survive navigation until the page reloads. */
const store = createExternalStore<Readonly<Record<string, Execution>>>({})

const executionOf = (workflowId: string): Execution => store.get()[workflowId] ?? NONE

function updateExecution(workflowId: string, change: Partial<Execution>) {
  store.set({ ...store.get(), [workflowId]: { ...executionOf(workflowId), ...change } })
}

export function useExecution(workflowId: string | undefined): Execution {
  const all = store.use()
  return (workflowId === undefined ? undefined : all[workflowId]) ?? NONE
}

interface WorkflowKey {
  projectId: string
  workflowId: string
}

interface Run extends WorkflowKey, Graph {
  /** The node to start from if there are several triggers. */
  trigger?: string
}

/** A failed run and the node that failed. */
class RunFailure extends Error {
  readonly results: Results

  constructor(message: string, results: Results) {
    super(message)
    this.results = results
  }
}

/** Follows a run and updates the store; returns its results or throws `RunFailure`. */
async function follow({ projectId, workflowId }: WorkflowKey, runId: string): Promise<Results> {
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

/** Assigns an API error to the node that it names. */
function failuresOf(error: unknown, labels: ReadonlySet<string>): Results {
  if (error instanceof RunFailure) return error.results
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return {}
  const { path, message } = (error.details[0] ?? {}) as { path?: unknown; message?: unknown }
  const isNode = typeof path === 'string' && labels.has(path)
  return isNode && typeof message === 'string' ? { [path]: { error: message } } : {}
}

/** Shows the outcome of a run that was just started or was already active. */
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

/** Runs the current canvas, saved or not. */
export async function execute(wanted: Run) {
  const { workflowId } = wanted
  if (executionOf(workflowId).isRunning) return
  begin(workflowId)
  const labels = new Set(wanted.nodes.map(({ data }) => data.label))
  await show(workflowId, { outcome: start(wanted), labels })
}

/** Shows the active run again after a page reload. */
export async function recover(place: WorkflowKey) {
  const { projectId, workflowId } = place
  const runId = await findRunUnderWay(projectId, workflowId).catch((error) =>
    logFailure('Finding an active run', error),
  )
  if (!runId || executionOf(workflowId).isRunning) return
  begin(workflowId)
  await show(workflowId, { outcome: follow(place, runId), labels: new Set() })
}

/** Cancels the shown run. */
export async function cancel({ projectId, workflowId }: WorkflowKey) {
  const { runId, isRunning, isStopping } = executionOf(workflowId)
  if (!runId || !isRunning || isStopping) return
  updateExecution(workflowId, { isStopping: true })
  await stopRun({ projectId, runId })
  updateExecution(workflowId, { isStopping: false })
}
