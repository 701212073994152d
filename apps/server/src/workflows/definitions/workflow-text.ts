import { createHash } from 'node:crypto'
import { Canvas } from '@plinth/contract'
import { type Trigger, triggersOf } from '@plinth/engine'
import { canonicalText, sortKeys } from '@plinth/schema'
import * as z from 'zod'
import { readStored, readUnchanged } from '../../foundation/platform/stored-json.ts'
import { withoutPins } from './without-pins.ts'

export type CredentialUse = [nodeId: string, parameter: string, credentialId: string]

const CredentialUses = z.array(z.tuple([z.string(), z.string(), z.string()]))

export const readCredentialUses = (text: string): CredentialUse[] =>
  readStored(CredentialUses, text, 'credential uses of a workflow')

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

/** Parses the stored texts of a canvas. The console compares versions as text, so their order of keys stays. */
export function readStoredCanvas(
  stored: Pick<WorkflowText, 'nodes' | 'connections' | 'settings'>,
): Canvas {
  const { nodes, connections, settings } = Canvas.shape
  return {
    nodes: readUnchanged(nodes, stored.nodes, 'nodes of a workflow'),
    connections: readUnchanged(connections, stored.connections, 'connections of a workflow'),
    settings: readUnchanged(settings, stored.settings, 'settings of a workflow'),
  }
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
  // Definitions make nodes long, so their keys are sorted once for both texts.
  const sorted = sortKeys(nodes)
  const bare = withoutPins(sorted).map((node) => {
    return { ...node, data: { ...node.data, credentials: {} } }
  })
  const texts = { connections: canonicalText(connections), settings: canonicalText(settings) }
  const whole = [JSON.stringify(bare), texts.connections, texts.settings, active]
  return {
    name,
    active,
    nodes: JSON.stringify(sorted),
    ...texts,
    nodeCount: nodes.length,
    credentials,
    digest: createHash('sha256').update(JSON.stringify(whole)).digest('base64url'),
    triggers: triggersOf(nodes),
  }
}
