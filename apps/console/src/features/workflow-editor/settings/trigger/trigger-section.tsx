import type { WorkflowNode } from '@plinth/contract'
import { InputShape } from './input-shape.tsx'
import { NextTimes } from './next-times.tsx'
import { TestDataSection } from './test-data-section.tsx'
import { useTrigger } from './use-trigger.ts'
import { WebhookAddresses } from './webhook-addresses.tsx'

/** How a trigger is called or when it fires, the data of its test runs, and the shape of its output. */
export function TriggerSection({ node }: { node: WorkflowNode }) {
  const { name } = node.data.definition
  return (
    <>
      {name === 'trigger-webhook' ? <Webhook node={node} /> : null}
      {name === 'trigger-schedule' ? <NextTimes data={node.data} /> : null}
      <TestDataSection node={node} />
      <InputShape kind={name} />
    </>
  )
}

function Webhook({ node }: { node: WorkflowNode }) {
  return <WebhookAddresses {...useTrigger(node.id)} data={node.data} />
}
