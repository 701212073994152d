import { describe, expect, it } from 'vitest'
import { kind } from '../testing/kinds.ts'
import { addNode } from './add-node.ts'
import { emptyContent, printContent } from './content-of.ts'
import { moveNodes } from './graph.ts'
import type { WorkflowContent } from './workflow-draft.ts'

function pair(): WorkflowContent {
  const definition = kind('code')
  const placement = { kind: 'at', position: { x: 0, y: 0 } } as const
  const first = addNode(emptyContent(), { definition, placement, now: 1 })
  const after = { kind: 'after', nodeId: first?.nodeId ?? '' } as const
  const second = first && addNode(first.graph, { definition, placement: after, now: 1 })
  if (!second) throw new Error('does not fit')
  return second.graph
}

/** The same content with the keys of every object in the opposite order. */
function reversed<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(reversed) as T
  const entries = Object.entries(value).map(([key, one]) => [key, reversed(one)])
  return Object.fromEntries(entries.toReversed()) as T
}

describe('printContent', () => {
  const content = pair()
  const [first] = content.nodes
  const moved = moveNodes(content, { [first?.id ?? '']: { x: 90, y: 90 } })

  it.each([
    ['the order of keys', reversed(content)],
    ['the order of nodes', { ...content, nodes: content.nodes.toReversed() }],
    ['positions', moved],
  ])('ignores %s', (_, other) => {
    const unplaced = { hasPositions: false }
    expect(printContent(other, unplaced)).toBe(printContent(content, unplaced))
  })

  it('shows positions where they are asked for', () => {
    const placed = { hasPositions: true }
    expect(printContent(moved, placed)).not.toBe(printContent(content, placed))
  })

  it('shows a change of a connection', () => {
    const cut = { ...content, connections: [] }
    const unplaced = { hasPositions: false }
    expect(printContent(cut, unplaced)).not.toBe(printContent(content, unplaced))
  })
})
