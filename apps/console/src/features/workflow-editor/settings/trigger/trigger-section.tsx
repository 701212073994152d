import type { WorkflowNode } from '@plinth/contract'
import { useTrigger } from './use-trigger.ts'
import { WebhookAddresses } from './webhook-addresses.tsx'

/** What a trigger has to tell beside its parameters. */
export function TriggerSection({ node }: { node: WorkflowNode }) {
  if (node.data.definition.name === 'trigger-webhook') return <Webhook nodeId={node.id} />
  return null
}

function Webhook({ nodeId }: { nodeId: string }) {
  return <WebhookAddresses {...useTrigger(nodeId)} />
}
