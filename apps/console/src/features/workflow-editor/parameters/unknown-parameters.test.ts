import type { WorkflowNode } from '@plinth/contract'
import { expect, it } from 'vitest'
import { kind } from '../testing/kinds.ts'
import { removeUnknownParameters, unknownParameters } from './unknown-parameters.ts'

const mail = kind('email', {
  schemas: {
    default: { to: { ui: { component: 'text-input' } } },
    account: { credential: { ui: { component: 'credential-selector' } } },
  },
})
const definitionOf = (name: string) => (name === 'email' ? mail : undefined)

function draw(id: string, parameters: WorkflowNode['data']['parameters']): WorkflowNode {
  const credentials = { credential: 'crd_1' }
  return {
    id,
    type: 'custom',
    position: { x: 0, y: 0 },
    data: { definition: mail, active: true, parameters, credentials, label: id, isDisabled: false },
  }
}

it('names what the kind does not have, credentials included', () => {
  const { data } = draw('a', { to: 'a@b.io', too: 1, credential: 'crd_1' })
  expect(unknownParameters(data, mail)).toEqual(['too', 'credential'])
  expect(unknownParameters(data, undefined)).toEqual([])
})

it('removes them from all nodes and leaves other nodes as they are', () => {
  const good = draw('good', { to: 'a@b.io' })
  const bad = draw('bad', { to: 'a@b.io', too: 1 })
  const foreign = draw('foreign', { anything: 1 })
  foreign.data.definition = kind('from-another-release')
  const graph = { nodes: [good, bad, foreign], connections: [] }
  const { nodes } = removeUnknownParameters(graph, definitionOf)
  expect(nodes.map(({ data }) => data.parameters)).toEqual([
    { to: 'a@b.io' },
    { to: 'a@b.io' },
    { anything: 1 },
  ])
  expect(nodes[0]).toBe(good)
  expect(nodes[2]).toBe(foreign)
  const clean = { nodes: [good, foreign], connections: [] }
  expect(removeUnknownParameters(clean, definitionOf)).toBe(clean)
})
