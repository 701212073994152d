import { executeWorkflow, type WorkflowNode } from '@plinth/contract'
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
}

/** Runs exactly what is drawn, saved or not. */
export async function execute({ projectId, workflowId, nodes, connections }: Run) {
  if (store.get()[workflowId]?.isRunning) return
  keep(workflowId, { isRunning: true, results: {} })
  try {
    const { data } = await client.call(executeWorkflow, {
      params: { projectId, workflowId },
      body: { nodes: JSON.stringify(nodes), edges: JSON.stringify(connections) },
    })
    keep(workflowId, { isRunning: false, results: data.result })
    showToast({ title: strings.toast.executed })
  } catch (error) {
    keep(workflowId, { isRunning: false, results: {} })
    logFailure('Executing the workflow', error)
    const description = error instanceof Error ? error.message : undefined
    showToast({
      title: strings.toast.executeFailed,
      ...(description ? { description } : {}),
      variant: 'destructive',
    })
  }
}
