import { randomBytes } from 'node:crypto'
import { addToOutbox } from '../../foundation/durable/outbox-store.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import {
  addWebhookAddresses,
  dropOtherTriggers,
  putTrigger,
  retireWebhookAddresses,
} from './trigger-store.ts'
import type { WorkflowText } from './workflow-text.ts'

interface Kept {
  workflowId: string
  environmentId: string
  text: WorkflowText
}

/** 128 random bits in 22 characters. */
const newSecret = () => randomBytes(16).toString('base64url')

/** Makes an environment's trigger rows match the workflow that this transaction saves. */
export async function syncTriggers(
  transaction: Transaction,
  { workflowId, environmentId, text }: Kept,
): Promise<void> {
  const { triggers } = text
  const nodeIds = triggers.map(({ nodeId }) => nodeId)
  const changed = await dropOtherTriggers(transaction, { workflowId, nodeIds })
  for (const trigger of triggers) {
    const active = trigger.active && text.active
    const kept = { ...trigger, workflowId, environmentId, active }
    if (await putTrigger(transaction, kept)) changed.push(trigger)
  }
  for (const { nodeId, kind } of changed) {
    if (kind !== 'trigger-schedule') continue
    await addToOutbox(transaction, { topic: 'syncSchedule', key: `${workflowId}/${nodeId}` })
  }
  const hooks = triggers.filter(({ kind }) => kind === 'trigger-webhook')
  await retireWebhookAddresses(transaction, {
    workflowId,
    nodeIds: hooks.map(({ nodeId }) => nodeId),
  })
  if (hooks.length === 0) return
  await addWebhookAddresses(transaction, {
    workflowId,
    addresses: hooks.map(({ nodeId }) => ({ nodeId, secret: newSecret() })),
  })
}
