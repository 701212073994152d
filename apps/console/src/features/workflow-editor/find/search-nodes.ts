import type { WorkflowNode } from '@plinth/contract'
import { groupsOf, textOf } from '../settings/property/property.ts'

interface FoundNode {
  node: WorkflowNode
  /** The setting that contains the text, as 'Address: https://…'; undefined if the label or kind does. */
  setting: string | undefined
}

/** Characters shown before and after the text in a setting. */
const AROUND = 30

function excerpt(text: string, at: number, length: number): string {
  const from = Math.max(0, at - AROUND)
  const to = Math.min(text.length, at + length + AROUND)
  const part = text.slice(from, to).replace(/\s+/g, ' ').trim()
  return `${from > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`
}

function findSetting({ data }: WorkflowNode, wanted: string): string | undefined {
  for (const { properties } of groupsOf(data)) {
    for (const { name, label } of properties) {
      const value = textOf(data.parameters[name])
      const at = value.toLowerCase().indexOf(wanted)
      if (at >= 0) return `${label}: ${excerpt(value, at, wanted.length)}`
    }
  }
  return undefined
}

/** Nodes whose label, kind or settings contain the text; labels first, then kinds, then settings. */
export function searchNodes(nodes: readonly WorkflowNode[], text: string): FoundNode[] {
  const wanted = text.trim().toLowerCase()
  const ranked = nodes.flatMap((node) => {
    const { label, definition } = node.data
    const labelAt = label.toLowerCase().indexOf(wanted)
    if (labelAt >= 0) return { node, setting: undefined, rank: labelAt === 0 ? 0 : 1 }
    if (definition.display_name.toLowerCase().includes(wanted)) {
      return { node, setting: undefined, rank: 2 }
    }
    const setting = findSetting(node, wanted)
    return setting === undefined ? [] : { node, setting, rank: 3 }
  })
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ node, setting }) => ({ node, setting }))
}
