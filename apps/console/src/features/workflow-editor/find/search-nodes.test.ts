import { expect, it } from 'vitest'
import { addNode } from '../graph/add-node.ts'
import { emptyContent } from '../graph/content-of.ts'
import { changeNode } from '../graph/graph.ts'
import { kind } from '../testing/kinds.ts'
import { searchNodes } from './search-nodes.ts'

const request = kind('request', {
  schemas: {
    default: {
      url: { ui: { component: 'text-input', label: 'Address' } },
      method: { default: 'GET', ui: { component: 'text-input' } },
      secret: {
        ui: { component: 'text-input', shown_when: { parameter: 'method', values: ['X'] } },
      },
    },
  },
})

function drawn(...nodes: { label: string; url: string }[]) {
  return nodes.reduce((content, { label, url }) => {
    const placement = { kind: 'at', position: { x: 0, y: 0 } } as const
    const added = addNode(content, { definition: request, placement, now: 1 })
    if (!added) throw new Error('does not fit')
    return changeNode(added.graph, {
      id: added.nodeId,
      change: (data) => ({ ...data, label, parameters: { url, secret: 'hidden' } }),
    })
  }, emptyContent()).nodes
}

const nodes = drawn(
  {
    label: 'Load orders',
    url: 'https://api.example.com/v1/customers?page=1&per_page=100&sort=name',
  },
  { label: 'Customers', url: 'https://example.com' },
  { label: 'All customers', url: '' },
)

it.each([
  [
    'labels that begin with the text first, settings last',
    'customers',
    ['Customers', 'All customers', 'Load orders'],
  ],
  ['by the kind', 'request', ['Load orders', 'Customers', 'All customers']],
  ['by the value of a setting', 'per_page', ['Load orders']],
  ['no setting that is not shown', 'hidden', []],
  ['every node before anything is typed', ' ', ['Load orders', 'Customers', 'All customers']],
])('finds %s', (_, text, labels) => {
  expect(searchNodes(nodes, text).map(({ node }) => node.data.label)).toEqual(labels)
})

it('shows where in the settings the text is', () => {
  const [found] = searchNodes(nodes, 'per_page')
  expect(found?.setting).toBe('Address: …ample.com/v1/customers?page=1&per_page=100&sort=name')
})
