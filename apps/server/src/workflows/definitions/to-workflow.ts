import type { ProductionStatus, Workflow, WorkflowTrigger } from '@plinth/contract'
import { hookAddress } from './hook-address.ts'
import type { StoredWorkflow } from './workflow-store.ts'

interface Shown {
  status: ProductionStatus
  /** Where this installation is reached from outside. */
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

/** A workflow as JSON; its canvas is JSON text already and can be long, so it is not read for this. */
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

/** What the audit trail keeps of a workflow; its versions keep the rest. */
export function workflowFacts({ name, active, nodeCount, revision }: StoredWorkflow) {
  return { name, active, nodes: nodeCount, revision }
}
