import { randomBytes } from 'node:crypto'
import { addToOutbox } from '../../foundation/durable/outbox-store.ts'
import type { Transaction } from '../../foundation/platform/database.ts'
import { addWebhookAddresses, dropOtherTriggers, putTrigger } from './trigger-store.ts'
import type { WorkflowText } from './workflow-text.ts'

interface Kept {
  workflowId: string
  environmentId: string
  text: WorkflowText
}

/** 22 characters that nobody guesses. */
const newSecret = () => randomBytes(16).toString('base64url')

/** Makes an environment's triggers what a workflow says that is saved in this transaction. */
export async function keepTriggers(
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
    await addToOutbox(transaction, { topic: 'keepSchedule', key: `${workflowId}/${nodeId}` })
  }
  const hooks = triggers.filter(({ kind }) => kind === 'trigger-webhook')
  if (hooks.length === 0) return
  await addWebhookAddresses(transaction, {
    workflowId,
    addresses: hooks.map(({ nodeId }) => ({ nodeId, secret: newSecret() })),
  })
}
