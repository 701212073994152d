import type { ProductionStatus, Workflow } from '@plinth/contract'
import type { StoredWorkflow } from './workflow-store.ts'

/** A workflow as JSON; its canvas is JSON text already and can be long, so it is not read for this. */
export function workflowJson(stored: StoredWorkflow, status: ProductionStatus): string {
  const head = JSON.stringify({
    id: stored.id,
    name: stored.name,
    active: stored.active,
    created_at: stored.createdAt.toISOString(),
    updated_at: stored.updatedAt.toISOString(),
    environment: { id: stored.environmentId, name: stored.environment },
    status,
    revision: stored.revision,
  })
  const { nodes, connections, settings } = stored
  const canvas = `"nodes":${nodes},"connections":${connections},"settings":${settings}`
  return `${head.slice(0, -1)},${canvas}}`
}

export function toWorkflow(stored: StoredWorkflow, status: ProductionStatus): Workflow {
  return JSON.parse(workflowJson(stored, status))
}

/** What the audit trail keeps of a workflow; its versions keep the rest. */
export function workflowFacts({ name, active, nodeCount, revision }: StoredWorkflow) {
  return { name, active, nodes: nodeCount, revision }
}
