import type { WorkflowNode } from '@plinth/contract'
import type { Json } from '../node/json.ts'
import { TRIGGER_KINDS } from '../nodes/all-definitions.ts'

/** A trigger that must be registered. */
export interface Trigger {
  nodeId: string
  kind: string
  parameters: { [name: string]: Json }
  credentials: { [name: string]: string }
  active: boolean
}

/** Triggers of a canvas that must be registered; the manual trigger is not one of them. */
export function triggersOf(nodes: readonly WorkflowNode[]): Trigger[] {
  return nodes
    .filter(({ data: { definition } }) => TRIGGER_KINDS.has(definition.name))
    .filter(({ data: { definition } }) => definition.name !== 'trigger-manual')
    .map(({ id, data }) => ({
      nodeId: id,
      kind: data.definition.name,
      parameters: data.parameters as Trigger['parameters'],
      credentials: data.credentials,
      active: data.active && !data.isDisabled,
    }))
}
