import type { WorkflowNode } from '@plinth/contract'
import { NextTimes } from './next-times.tsx'
import { useTrigger } from './use-trigger.ts'
import { WebhookAddresses } from './webhook-addresses.tsx'

/** Webhook URLs or next runs of a trigger. */
export function TriggerSection({ node }: { node: WorkflowNode }) {
  if (node.data.definition.name === 'trigger-webhook') return <Webhook nodeId={node.id} />
  if (node.data.definition.name === 'trigger-schedule') return <NextTimes data={node.data} />
  return null
}

function Webhook({ nodeId }: { nodeId: string }) {
  return <WebhookAddresses {...useTrigger(nodeId)} />
}
