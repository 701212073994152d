import { createHash } from 'node:crypto'
import type { Canvas } from '@plinth/contract'
import { type Trigger, triggersOf } from '@plinth/engine'
import { canonicalText } from '@plinth/schema'
import { withoutPins } from './without-pins.ts'

export type CredentialUse = [nodeId: string, parameter: string, credentialId: string]

/** A workflow as stored: canonical text, so that equal workflows have equal digests. */
export interface WorkflowText {
  name: string
  active: boolean
  nodes: string
  connections: string
  settings: string
  nodeCount: number
  credentials: CredentialUse[]
  digest: string
  triggers: Trigger[]
}

export function toWorkflowText(
  { nodes, connections, settings }: Canvas,
  { name, active }: { name: string; active: boolean },
): WorkflowText {
  const credentials = nodes.flatMap((node) =>
    Object.entries(node.data.credentials)
      .map(([parameter, id]): CredentialUse => [node.id, parameter, id])
      .sort(),
  )
  const bare = withoutPins(nodes).map((node) => {
    return { ...node, data: { ...node.data, credentials: {} } }
  })
  const texts = { connections: canonicalText(connections), settings: canonicalText(settings) }
  const whole = [canonicalText(bare), texts.connections, texts.settings, active]
  return {
    name,
    active,
    nodes: canonicalText(nodes),
    ...texts,
    nodeCount: nodes.length,
    credentials,
    digest: createHash('sha256').update(JSON.stringify(whole)).digest('base64url'),
    triggers: triggersOf(nodes),
  }
}
