import type { ProductionStatus, Workflow, WorkflowTrigger } from '@plinth/contract'
import { hookAddress } from './hook-address.ts'
import type { StoredWorkflow } from './workflow-store.ts'

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

/** Serialises a workflow. Its canvas is already JSON text and can be long, so it is not parsed. */
export function workflowJson(stored: StoredWorkflow, { status, baseUrl }: Shown): string {
  const head = JSON.stringify({
    id: stored.id,
    name: stored.name,
    active: stored.active,
    created_at: stored.createdAt.toISOString(),
    updated_at: stored.updatedAt.toISOString(),
    environment: { id: stored.environmentId, name: stored.environment },
    status,
    revision: stored.revision,
    triggers: triggersOf(stored, baseUrl),
  })
  const { nodes, connections, settings } = stored
  const canvas = `"nodes":${nodes},"connections":${connections},"settings":${settings}`
  return `${head.slice(0, -1)},${canvas}}`
}

export function toWorkflow(stored: StoredWorkflow, shown: Shown): Workflow {
  return JSON.parse(workflowJson(stored, shown))
}

/** The audit trail's snapshot of a workflow; the workflow's versions store its content. */
export function workflowSnapshot({ name, active, nodeCount, revision }: StoredWorkflow) {
  return { name, active, nodes: nodeCount, revision }
}
