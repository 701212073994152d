import { describe, expect, it } from 'vitest'
import { kind } from '../testing/kinds.ts'
import { addNode } from './add-node.ts'
import { emptyContent } from './content-of.ts'
import { pasteNodes, printCopy, readCopy } from './copy-nodes.ts'
import { changeNode } from './graph.ts'
import { fillSettings, mergeSettings } from './merge-settings.ts'
import { renameLabel } from './rename-label.ts'
import {
  newWorkflowDraft,
  reduceWorkflowDraft,
  type WorkflowContent,
  type WorkflowDraftAction,
  workflowDraftIsDirty,
} from './workflow-draft.ts'

const code = kind('code')

/** Code → Code 2, where the second refers to the first. */
function chain(): WorkflowContent {
  const place = { kind: 'at', position: { x: 0, y: 0 } } as const
  const first = addNode(emptyContent(), { definition: code, placement: place, now: 1 })
  if (!first) throw new Error('does not fit')
  const after = { kind: 'after', nodeId: first.nodeId } as const
  const second = addNode(first.graph, { definition: code, placement: after, now: 1 })
  if (!second) throw new Error('does not fit')
  return changeNode(second.graph, {
    id: second.nodeId,
    change: (data) => ({
      ...data,
      parameters: { text: '{{ $node["Code"].id }}', deep: [{ a: "$node['Code'].x" }] },
      credentials: { login: 'crd_1' },
    }),
  })
}

const named = (name: string): WorkflowDraftAction => ({
  type: 'edited',
  change: (content) => ({ ...content, name }),
  burst: 'name',
})

describe('workflow draft', () => {
  const start = newWorkflowDraft({ content: emptyContent(), revision: 1 })
  const run = (...actions: WorkflowDraftAction[]) => actions.reduce(reduceWorkflowDraft, start)

  it('makes typing in one field one undo step', () => {
    const typed = run(named('a'), named('ab'), named('abc'))
    expect(typed.history.past).toHaveLength(1)
    const undone = reduceWorkflowDraft(typed, { type: 'undone' })
    expect(undone.history.present.name).toBe('')
    expect(reduceWorkflowDraft(undone, { type: 'redone' }).history.present.name).toBe('abc')
  })

  it('starts a new undo step after another action', () => {
    const active: WorkflowDraftAction = {
      type: 'edited',
      change: (one) => ({ ...one, active: true }),
    }
    expect(run(named('a'), active, named('ab')).history.past).toHaveLength(3)
    expect(run(named('a'), { type: 'undone' }, named('b')).history.past).toHaveLength(1)
  })

  it('is dirty only while it differs from the saved content', () => {
    expect(workflowDraftIsDirty(start)).toBe(false)
    expect(workflowDraftIsDirty(run(named('a')))).toBe(true)
    expect(workflowDraftIsDirty(run(named('a'), named('')))).toBe(false)
    const content = { ...emptyContent(), name: 'a' }
    expect(workflowDraftIsDirty(run(named('a'), { type: 'saved', content, revision: 2 }))).toBe(
      false,
    )
  })

  it('cannot undo past a rebase onto a newer save', () => {
    const theirs = { ...emptyContent(), name: 'theirs' }
    const rebased = run(named('a'), {
      type: 'rebased',
      content: theirs,
      saved: theirs,
      revision: 5,
    })
    expect(rebased.history.past).toEqual([])
    expect([workflowDraftIsDirty(rebased), rebased.revision]).toEqual([false, 5])
  })
})

describe('workflow settings', () => {
  it('merges a partial change', () => {
    const merged = mergeSettings(fillSettings({}), { execution: { timeout: 9 } })
    expect(merged).toEqual({
      errorHandling: { retryCount: 0, retryDelay: 0, failureAction: 'stop' },
      execution: { timeout: 9, concurrency: 1 },
      access: { execute: '' },
    })
  })

  it('adds the default access section if it is missing', () => {
    const loaded = { errorHandling: { retryCount: 2 }, execution: { timeout: 1 } }
    expect(fillSettings(loaded)).toMatchObject({
      errorHandling: { retryCount: 2, failureAction: 'stop' },
      access: { execute: '' },
    })
  })

  it.each([undefined, null, 'text', { strange: true }])(
    'falls back to defaults for %j',
    (loaded) => {
      expect(fillSettings(loaded).execution.concurrency).toBe(1)
    },
  )
})

describe('copy and paste', () => {
  const knowsCredential = () => true
  const all = (content: WorkflowContent) => new Set(content.nodes.map(({ id }) => id))

  it('pastes with new ids and labels, inner connections and updated references', () => {
    const content = chain()
    const copied = readCopy(printCopy(content, all(content)))
    if (!copied) throw new Error('not read')
    const { graph, ids } = pasteNodes(content, { copied, now: 1, knowsCredential })
    expect(graph.nodes.map(({ data }) => data.label)).toEqual([
      'Code',
      'Code 2',
      'Code 3',
      'Code 4',
    ])
    expect(new Set(graph.nodes.map(({ id }) => id)).size).toBe(4)
    expect(graph.connections).toHaveLength(2)
    expect(
      graph.connections.slice(1).every(({ source, target }) => ids.has(source) && ids.has(target)),
    ).toBe(true)
    expect(graph.nodes[3]?.data.parameters).toEqual({
      text: '{{ $node["Code 3"].id }}',
      deep: [{ a: '$node["Code 3"].x' }],
    })
  })

  it('drops outer connections and credentials of other projects', () => {
    const content = chain()
    const second = new Set([content.nodes[1]?.id ?? ''])
    const copied = readCopy(printCopy(content, second))
    if (!copied) throw new Error('not read')
    const at = { x: 104, y: 96 }
    const pasted = pasteNodes(emptyContent(), { copied, now: 1, at, knowsCredential: () => false })
    expect(pasted.graph.connections).toEqual([])
    expect(pasted.graph.nodes[0]).toMatchObject({
      position: { x: 100, y: 100 },
      data: { credentials: {} },
    })
  })

  it('reads a configuration copied from the workflow list, also with parts as JSON strings', () => {
    const { nodes, connections } = chain()
    const text = JSON.stringify({
      name: 'x',
      nodes: JSON.stringify(nodes),
      connections: JSON.stringify(connections),
    })
    expect(readCopy(text)?.nodes).toHaveLength(2)
  })

  it.each(['', 'hello', '{', '[]', '{"nodes": []}', '{"nodes": [{"id": 1}], "connections": []}'])(
    'ignores %j',
    (text) => {
      expect(readCopy(text)).toBeUndefined()
    },
  )
})

describe('renaming a label', () => {
  it('updates references to the node', () => {
    const content = chain()
    const renamed = renameLabel(content, { nodeId: content.nodes[0]?.id ?? '', label: 'A "b"' })
    expect(renamed.nodes.map(({ data }) => data.label)).toEqual(['A "b"', 'Code 2'])
    expect(renamed.nodes[1]?.data.parameters).toEqual({
      text: '{{ $node["A \\"b\\""].id }}',
      deep: [{ a: '$node["A \\"b\\""].x' }],
    })
  })
})
