import type { NodeDefinition, Table, WorkflowNode } from '@plinth/contract'
import { expect, it } from 'vitest'
import { emptyContent } from '../graph/content-of.ts'
import { kind } from '../testing/kinds.ts'
import { findProblems } from './find-problems.ts'

const text = (label: string) => ({ ui: { component: 'text-input', label } })
const start = kind('trigger-manual', { inputs: [] })
const request = kind('http_request', { schemas: { default: { url: text('Address') } } })
const mail = kind('email', {
  schemas: {
    default: {
      credential: { ui: { component: 'credential-selector', label: 'Credential' } },
      to: text('To'),
    },
  },
})
const database = kind('database', {
  schemas: { default: { table: text('Table'), row: text('Fields') } },
})
const tables = [
  { id: 'tbl_1', name: 'orders', columns: [{ name: 'total' }] },
] as unknown as readonly Table[]

interface Drawn {
  definition: NodeDefinition
  parameters?: WorkflowNode['data']['parameters']
  credentials?: Record<string, string>
  active?: boolean
}

/** A node after a trigger, unless it stands alone. */
function problemsOf(
  { definition, parameters = {}, credentials = {}, active = true }: Drawn,
  isAlone = false,
) {
  const draw = (id: string, own: NodeDefinition): WorkflowNode => ({
    id,
    type: 'custom',
    position: { x: 0, y: 0 },
    data: { definition: own, active, parameters, credentials, label: id, isDisabled: false },
  })
  const line = {
    id: 'line',
    source: 'Start',
    target: 'Node',
    sourceHandle: 'main',
    targetHandle: 'main',
  }
  const graph = {
    ...emptyContent(),
    nodes: [draw('Start', start), draw('Node', definition)],
    connections: isAlone ? [] : [line],
  }
  const found = findProblems({
    graph,
    saved: graph,
    definitionOf: () => undefined,
    tables,
    credentials: [{ id: 'crd_1' }],
  })
  return found.map(({ label, text: says }) => `${label}: ${says}`)
}

it.each<[string, Drawn, string[]]>([
  [
    'a required setting that is empty',
    { definition: request, parameters: { url: ' ' } },
    ['Node: Address is empty'],
  ],
  ['nothing if it has a value', { definition: request, parameters: { url: 'https://a.io' } }, []],
  ['nothing at an inactive node', { definition: request, active: false }, []],
  [
    'a credential that is not chosen',
    { definition: mail, parameters: { to: 'a@b.io' } },
    ['Node: Credential is not chosen'],
  ],
  [
    'a credential that was deleted',
    { definition: mail, parameters: { to: 'a@b.io' }, credentials: { credential: 'crd_2' } },
    ['Node: Credential no longer exists'],
  ],
  [
    'nothing if the credential exists',
    { definition: mail, parameters: { to: 'a@b.io' }, credentials: { credential: 'crd_1' } },
    [],
  ],
  [
    'an unknown table',
    { definition: database, parameters: { table: 'order' } },
    ['Node: Table order does not exist'],
  ],
  [
    'an unknown field, in text',
    {
      definition: database,
      parameters: { table: 'orders', action: 'create', row: '{"sum": 1, "total": 2}' },
    },
    ['Node: Table orders has no field sum'],
  ],
  [
    'an unknown field, in a form',
    { definition: database, parameters: { table: 'tbl_1', action: 'update', row: { sum: 1 } } },
    ['Node: Table orders has no field sum'],
  ],
  [
    'nothing about an expression',
    {
      definition: database,
      parameters: { table: '{{ $in.table }}', action: 'create', row: '{{ $in }}' },
    },
    [],
  ],
  [
    'nothing about the tables of another database',
    { definition: database, parameters: { source: 'postgres', table: 'order' } },
    [],
  ],
])('lists %s', (_, drawn, expected) => {
  expect(problemsOf(drawn)).toEqual(expected)
})

it('lists nodes and triggers that are not connected', () => {
  expect(problemsOf({ definition: request, parameters: { url: 'https://a.io' } }, true)).toEqual([
    'Start: Not connected to a next node',
    'Node: Not connected to a trigger, so it never runs',
  ])
})

it('says which unknown parameter prevents saving, at inactive nodes too', () => {
  const draw = (id: string, active: boolean): WorkflowNode => ({
    id,
    type: 'custom',
    position: { x: 0, y: 0 },
    data: {
      definition: request,
      active,
      parameters: { url: 'https://a.io', ulr: 1 },
      credentials: {},
      label: id,
      isDisabled: false,
    },
  })
  const old = draw('Old', true)
  const found = findProblems({
    graph: { ...emptyContent(), nodes: [old, draw('New', false)] },
    saved: { ...emptyContent(), nodes: [old] },
    definitionOf: () => request,
    tables,
    credentials: [],
  })
  expect(found.map(({ label, text: says }) => `${label}: ${says}`)).toEqual([
    'Old: Has no parameter ulr, and ignores it',
    'New: Has no parameter ulr: remove it to save the workflow',
  ])
})
