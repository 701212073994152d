import { ApiError } from '@plinth/client'
import { executeWorkflow, getRun, type WorkflowNode } from '@plinth/contract'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { createExternalStore } from '../../ui/external-store.ts'
import { showToast } from '../../ui/toast.ts'
import type { Graph } from './graph/graph.ts'
import { strings } from './strings.ts'

export type Json = WorkflowNode['data']['parameters'][string]
/** What each node gave, by its label. */
export type Results = Readonly<Record<string, Json>>

interface Execution {
  isRunning: boolean
  results: Results
}

const NONE: Execution = { isRunning: false, results: {} }
const ASK_AGAIN_MS = 1000

/** Results outlive the screen: they are kept per workflow until the page goes. */
const store = createExternalStore<Readonly<Record<string, Execution>>>({})

function keep(workflowId: string, execution: Execution) {
  store.set({ ...store.get(), [workflowId]: execution })
}

export function useExecution(workflowId: string | undefined): Execution {
  const all = store.use()
  return (workflowId === undefined ? undefined : all[workflowId]) ?? NONE
}

interface Run extends Graph {
  projectId: string
  workflowId: string
  /** The node to start from, when there are several triggers. */
  trigger?: string
}

/** A run that outlasts the call goes on at the server; its end is asked for. */
async function waitForEnd(projectId: string, runId: string): Promise<Results> {
  for (;;) {
    const { run } = await client.call(getRun, { params: { projectId, runId } })
    if (run.endedOn !== null) {
      if (run.status !== 'succeeded') throw new Error(run.error?.message ?? run.status)
      return run.result ?? {}
    }
    await new Promise((done) => setTimeout(done, ASK_AGAIN_MS))
  }
}

async function run({ projectId, workflowId, nodes, connections, trigger }: Run): Promise<Results> {
  const { data } = await client.call(executeWorkflow, {
    params: { projectId, workflowId },
    body: {
      nodes: JSON.stringify(nodes),
      edges: JSON.stringify(connections),
      ...(trigger === undefined ? {} : { trigger }),
    },
  })
  const isThere = Object.keys(data.result).length > 0 || nodes.length === 0
  return isThere ? data.result : waitForEnd(projectId, data.runId)
}

/** A failure stands at the node that failed, where the server names one. */
function failuresOf(error: unknown, { nodes }: Graph): Results {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return {}
  const { path, message } = (error.details[0] ?? {}) as { path?: unknown; message?: unknown }
  const isNode = nodes.some(({ data }) => data.label === path)
  return isNode && typeof message === 'string' ? { [String(path)]: { error: message } } : {}
}

/** Runs exactly what is drawn, saved or not. */
export async function execute(wanted: Run) {
  const { workflowId } = wanted
  if (store.get()[workflowId]?.isRunning) return
  keep(workflowId, { isRunning: true, results: {} })
  try {
    keep(workflowId, { isRunning: false, results: await run(wanted) })
    showToast({ title: strings.toast.executed })
  } catch (error) {
    keep(workflowId, { isRunning: false, results: failuresOf(error, wanted) })
    logFailure('Executing the workflow', error)
    const description = error instanceof Error ? error.message : undefined
    showToast({
      title: strings.toast.executeFailed,
      ...(description ? { description } : {}),
      variant: 'destructive',
    })
  }
}
