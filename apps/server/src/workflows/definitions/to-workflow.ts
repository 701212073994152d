import type { ProductionStatus, Workflow, WorkflowTrigger } from '@plinth/contract'
import { hookAddress } from './hook-address.ts'
import type { StoredWorkflow } from './workflow-store.ts'
import { readStoredCanvas } from './workflow-text.ts'

interface Shown {
  status: ProductionStatus
  /** The public base URL of this installation. */
  baseUrl: string
}

function triggersOf({ triggers, environment }: StoredWorkflow, baseUrl: string): WorkflowTrigger[] {
  return triggers.map(({ nodeId, kind, active, secret }) => ({
    nodeId,
    kind,
    ...(kind === 'trigger-webhook' && secret !== null
      ? { url: hookAddress({ baseUrl, environment, secret }) }
      : {}),
    active,
  }))
}

function headOf(stored: StoredWorkflow, { status, baseUrl }: Shown) {
  return {
    id: stored.id,
    name: stored.name,
    active: stored.active,
    created_at: stored.createdAt.toISOString(),
    updated_at: stored.updatedAt.toISOString(),
    environment: { id: stored.environmentId, name: stored.environment },
    status,
    revision: stored.revision,
    triggers: triggersOf(stored, baseUrl),
  }
}

/** Serialises a workflow. Its canvas is already JSON text and can be long, so it is not parsed. */
export function workflowJson(stored: StoredWorkflow, shown: Shown): string {
  const head = JSON.stringify(headOf(stored, shown))
  const { nodes, connections, settings } = stored
  const canvas = `"nodes":${nodes},"connections":${connections},"settings":${settings}`
  return `${head.slice(0, -1)},${canvas}}`
}

export function toWorkflow(stored: StoredWorkflow, shown: Shown): Workflow {
  return { ...headOf(stored, shown), ...readStoredCanvas(stored) }
}

/** The audit trail's snapshot of a workflow; the workflow's versions store its content. */
export function workflowSnapshot({ name, active, nodeCount, revision }: StoredWorkflow) {
  return { name, active, nodes: nodeCount, revision }
}
