import { ApiError } from '@plinth/client'
import {
  executeWorkflow,
  type Run,
  type RunDetail,
  type RunNode,
  type WorkflowNode,
} from '@plinth/contract'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { createExternalStore } from '../../../ui/hooks/external-store.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import type { Graph } from '../graph/graph.ts'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'
import { findOwnRun, followRun, readRunDetail, stopRun } from './follow-run.ts'
import { applyEvent, type NodeStates, statesOf } from './node-states.ts'
import { resultsOf } from './run-results.ts'

export type Json = WorkflowNode['data']['parameters'][string]
/** Output of each node, by its label. */
export type Results = Readonly<Record<string, Json>>
type Parameters = WorkflowNode['data']['parameters']

/** The run shown for a workflow and its results. */
export interface Execution {
  isRunning: boolean
  /** Known once the server has accepted the run. */
  runId?: string
  isStopping?: boolean
  /** The shown run; unknown until its first event. */
  run?: Run
  results: Results
  states: NodeStates
  /** Input, output and log of each step of the shown run. */
  records: readonly RunNode[]
  /** Settings of each node as they ran, by node id. */
  ranWith: Readonly<Record<string, Parameters>>
}

const NONE: Execution = { isRunning: false, results: {}, states: {}, records: [], ranWith: {} }

/** Stored per workflow outside React, so that results survive navigation. */
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

interface RunToExecute extends WorkflowKey, Graph {
  /** The node to start from if there are several triggers. */
  trigger?: string
  /** Payload of the trigger. */
  data?: Json
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
  const end = await followRun({ projectId, runId }, (progress) =>
    updateExecution(workflowId, progress),
  )
  if (end.status === 'succeeded') return end.result ?? {}
  const reached = resultsOf(executionOf(workflowId).records)
  if (end.status === 'cancelled') throw new RunFailure(strings.run.cancelled, reached)
  const { node = '', message = strings.run.failed } = end.error ?? {}
  if (node === '') throw new RunFailure(message, reached)
  throw new RunFailure(`${node}: ${message}`, { ...reached, [node]: { error: message } })
}

async function start({ nodes, connections, trigger, data, ...place }: RunToExecute) {
  const { data: answer } = await client.call(executeWorkflow, {
    params: { projectId: place.projectId, workflowId: place.workflowId },
    headers: { Prefer: 'respond-async' },
    body: {
      nodes: JSON.stringify(nodes),
      edges: JSON.stringify(connections),
      ...(trigger === undefined ? {} : { trigger }),
      ...(data === undefined ? {} : { data }),
    },
  })
  const isThere = Object.keys(answer.result).length > 0 || nodes.length === 0
  return isThere ? answer.result : follow(place, answer.runId)
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

function begin(workflowId: string, ranWith: Execution['ranWith'] = {}) {
  store.set({ ...store.get(), [workflowId]: { ...NONE, isRunning: true, ranWith } })
}

/** Runs the current canvas, saved or not. */
export async function execute(wanted: RunToExecute) {
  const { workflowId, nodes } = wanted
  const before = executionOf(workflowId)
  if (before.isRunning) return
  begin(workflowId, Object.fromEntries(nodes.map(({ id, data }) => [id, data.parameters])))
  const labels = new Set(nodes.map(({ data }) => data.label))
  await show(workflowId, { outcome: start(wanted), labels })
  const { runId, results } = executionOf(workflowId)
  const isRefused = runId === undefined && Object.keys(results).length === 0
  // The server refused to start it, so the run before is still the last one.
  if (isRefused) updateExecution(workflowId, { ...before, isRunning: false })
}

/** The node at which the shown run failed. */
export function failedNodeOf(workflowId: string): string | undefined {
  const { states } = executionOf(workflowId)
  return Object.keys(states).find((id) => states[id]?.status === 'failed')
}

/** Shows the data of a run that has ended. */
function showEnded(workflowId: string, { nodes, graph, result, ...run }: RunDetail) {
  store.set({
    ...store.get(),
    [workflowId]: {
      ...NONE,
      run,
      results: result ?? resultsOf(nodes),
      states: statesOf(applyEvent(new Map(), nodes), {}),
      records: nodes,
      ranWith: Object.fromEntries(graph.nodes.map(({ id, parameters }) => [id, parameters])),
    },
  })
}

/**
 * Shows an ended run of another person or of a trigger, until the next own run or `recover`. Rejects a run that has not
 * ended or belongs to another workflow.
 */
export async function showRunOf({ projectId, workflowId }: WorkflowKey, runId: string) {
  const run = await readRunDetail({ projectId, runId })
  if (run.workflowId !== workflowId || run.endedOn === null) {
    throw new Error('This is not an ended run of the open workflow.')
  }
  if (!executionOf(workflowId).isRunning) showEnded(workflowId, run)
}

/** Shows the caller's last run of the workflow: follows it if it is active, reads it if it has ended. */
export async function recover(place: WorkflowKey) {
  const { projectId, workflowId } = place
  const before = executionOf(workflowId)
  if (before.isRunning) return
  const isChanged = () => executionOf(workflowId) !== before
  try {
    const own = await findOwnRun(place)
    if (isChanged()) return
    if (!own) return before.run && store.set({ ...store.get(), [workflowId]: NONE })
    if (own.endedOn !== null) {
      if (before.run?.id === own.id) return
      const run = await readRunDetail({ projectId, runId: own.id })
      if (!isChanged()) showEnded(workflowId, run)
      return
    }
    begin(workflowId)
    await show(workflowId, { outcome: follow(place, own.id), labels: new Set() })
  } catch (error) {
    logFailure('Reading the last run', error)
  }
}

/** Cancels the shown run. */
export async function cancel({ projectId, workflowId }: WorkflowKey) {
  const { runId, isRunning, isStopping } = executionOf(workflowId)
  if (!runId || !isRunning || isStopping) return
  updateExecution(workflowId, { isStopping: true })
  await stopRun({ projectId, runId })
  updateExecution(workflowId, { isStopping: false })
}
