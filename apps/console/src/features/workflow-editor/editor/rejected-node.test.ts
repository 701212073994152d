import { ApiError } from '@plinth/client'
import type { WorkflowNode } from '@plinth/contract'
import { expect, it } from 'vitest'
import { rejectedNode } from './rejected-node.ts'

const nodes = [{ id: 'a' }, { id: 'b' }] as unknown as readonly WorkflowNode[]
const refused = (details?: unknown) =>
  new ApiError(422, { error: { code: 'invalid', message: 'Refused', requestId: 'r', details } })

it.each<[string, unknown, string | undefined]>([
  ['the node of a parameter', [{ path: 'nodes.1.data.parameters.ulr' }], 'b'],
  ['the first node named', [{ path: 'name' }, { path: 'nodes.0.data.label' }], 'a'],
  ['nothing for other paths', [{ path: 'settings.notes.1.text' }], undefined],
  ['nothing for a node that is not there', [{ path: 'nodes.7.data' }], undefined],
  ['nothing without details', undefined, undefined],
])('finds %s', (_, details, expected) => {
  expect(rejectedNode(refused(details), nodes)).toBe(expected)
})

it('ignores errors that are not the server’s', () => {
  expect(rejectedNode(new Error('nodes.0'), nodes)).toBeUndefined()
})
