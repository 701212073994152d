import { createClient } from '@plinth/client'
import {
  createDomain,
  createKey,
  createMember,
  executeWorkflow,
  type Row,
  signOutUser,
  signUpUser,
  type WorkflowNode,
} from '@plinth/contract'
import { giveRows, giveStoredTables } from '../grid/grid-steps.ts'
import { newProject, type Person } from '../harness/fixtures.ts'
import { product } from '../harness/product.ts'
import { giveTables } from '../schema-editor/data-steps.ts'
import { environmentsOf } from '../settings/settings-people.ts'
import { drawNode, giveWorkflow, join, readKinds } from '../workflow-editor/workflow-steps.ts'
import type { Shop } from './shoot-project.ts'

const STATUSES = ['new', 'paid', 'packed', 'sent']
const CUSTOMERS = [
  ['Ines Moreau', 'ines@moreau.example', 'Lyon'],
  ['Tomás Ferreira', 'tomas@ferreira.example', 'Porto'],
  ['Aiko Tanaka', 'aiko@tanaka.example', 'Osaka'],
  ['Jonas Lindqvist', 'jonas@lindqvist.example', 'Uppsala'],
  ['Amara Okafor', 'amara@okafor.example', 'Enugu'],
  ['Lucia Bianchi', 'lucia@bianchi.example', 'Turin'],
] as const
const RULES = { list: '@request.auth.id != ""', view: '@request.auth.id != ""' }
const TABLES = [
  {
    id: 'customer',
    name: 'customer',
    order: 0,
    rules: RULES,
    columns: [
      { id: 'name', name: 'name', type: 'text' },
      { id: 'email', name: 'email', type: 'email', order: 1 },
      { id: 'city', name: 'city', type: 'text', order: 2 },
    ],
  },
  {
    id: 'order',
    name: 'order',
    order: 1,
    rules: RULES,
    columns: [
      { id: 'number', name: 'number', type: 'text' },
      { id: 'buyer', name: 'customer', type: 'text', order: 1 },
      {
        id: 'status',
        name: 'status',
        type: 'select',
        order: 2,
        options: { selectOptions: STATUSES },
      },
      { id: 'total', name: 'total', type: 'number', order: 3, options: { hasDecimal: true } },
      { id: 'gift', name: 'gift', type: 'checkbox', order: 4 },
      { id: 'due', name: 'due', type: 'date', order: 5 },
    ],
  },
  { id: 'product', name: 'product', order: 2, rules: RULES },
]

async function giveOrders(person: Person, projectId: string): Promise<Row[]> {
  await giveStoredTables(person, projectId, TABLES as never)
  const customers = CUSTOMERS.map(([name, email, city]) => ({ name, email, city }))
  await giveRows(person, { projectId, table: 'customer' }, customers)
  const orders = Array.from({ length: 24 }, (_, at) => ({
    number: `NW-${10_412 + at}`,
    customer: CUSTOMERS[(at * 5) % CUSTOMERS.length]?.[0],
    status: STATUSES[(at * 7) % STATUSES.length],
    total: Math.round(2_490 + ((at * 7_919) % 31_000)) / 100,
    gift: at % 5 === 0,
    due: new Date(Date.UTC(2026, 10, 2 + (at % 26))).toISOString(),
  }))
  return giveRows(person, { projectId, table: 'order' }, orders)
}

async function giveOrderWorkflow(person: Person, projectId: string): Promise<string> {
  const kindOf = await readKinds(person, projectId)
  const place = (kind: string, label: string, at: { x: number; y: number }, parameters = {}) =>
    drawNode(kindOf(kind), { label, ...at, parameters })
  const nodes: WorkflowNode[] = [
    place('trigger-manual', 'New order', { x: 0, y: 130 }, { data: '{"total": 128}' }),
    place(
      'conditional',
      'Over 100?',
      { x: 380, y: 130 },
      { left: '{{ $in.total }}', operator: 'greater', right: '100' },
    ),
    place('set', 'Ask for approval', { x: 780, y: 0 }, { value: '{"needs": "approval"}' }),
    place('set', 'Confirm', { x: 780, y: 260 }, { value: '{"needs": "nothing"}' }),
    place('merge', 'Go on', { x: 1180, y: 130 }),
  ]
  const connections = [
    join('New order', 'Over 100?'),
    join('Over 100?', 'Ask for approval', ['true', 'input']),
    join('Over 100?', 'Confirm', ['false', 'input']),
    join('Ask for approval', 'Go on', ['output', 'first']),
    join('Confirm', 'Go on', ['output', 'second']),
  ]
  const name = 'Order approval'
  const workflowId = await giveWorkflow(person, projectId, {
    name,
    nodes,
    connections,
    active: true,
  })
  for (let times = 0; times < 3; times += 1) {
    await person.client.call(executeWorkflow, {
      params: { projectId, workflowId },
      body: { nodes, edges: connections },
    })
  }
  return workflowId
}

const REFUND_FORM = [
  { name: 'sum', label: 'Sum', type: 'number', required: true },
  { name: 'way', label: 'Paid by', type: 'select', options: ['Card', 'Invoice'] },
]

/** A run that waits for an approval. */
async function giveApproval(person: Person, projectId: string): Promise<void> {
  const kindOf = await readKinds(person, projectId)
  const connections = [join('Return', 'Consent')]
  const parameters = {
    title: 'Refund for Ines Moreau',
    details: 'Order NW-10420 arrived broken.\nThe customer sent pictures.',
    approvers: 'role:owner',
    fields: JSON.stringify(REFUND_FORM),
  }
  const nodes = [
    drawNode(kindOf('trigger-manual'), { label: 'Return', x: 0, y: 0 }),
    drawNode(kindOf('approval'), { label: 'Consent', x: 400, y: 0, parameters }),
  ]
  const graph = { name: 'Refunds', nodes, connections, active: true }
  const workflowId = await giveWorkflow(person, projectId, graph)
  await person.client.call(executeWorkflow, {
    params: { projectId, workflowId },
    body: { nodes, edges: connections },
    headers: { Prefer: 'respond-async' },
  })
}

/** What the settings list: a member, a domain and an API key. */
async function giveSettings(person: Person, projectId: string): Promise<void> {
  const params = { projectId }
  await person.client.call(createMember, {
    params,
    body: {
      email: 'jonas@northwind.example',
      firstName: 'Jonas',
      lastName: 'Lindqvist',
      role: 'developer',
      password: 'correct horse battery',
    },
  })
  const { production: environment } = await environmentsOf(person, projectId)
  await person.client.call(createDomain, {
    params,
    body: { domain: 'shop.northwind.example', environment },
  })
  await person.client.call(createKey, {
    params,
    body: {
      name: 'Warehouse job',
      environment: 'dev',
      tables: [{ table: 'order', operations: ['list', 'view', 'update'] }],
    },
  })
}

const PEOPLE = {
  id: 'people',
  name: 'people',
  type: 'Auth',
  columns: [
    { id: 'c1', name: 'email', type: 'email', options: { isUnique: true, isRequired: true } },
    { id: 'c2', name: 'password', type: 'text', options: { isHashed: true, isRequired: true } },
    { id: 'c3', name: 'verified', type: 'checkbox' },
    { id: 'c4', name: 'name', type: 'text' },
  ],
  rules: { create: 'true', view: 'id = @request.auth.id' },
}

/** Users of the app; all but the first have an open session. */
async function giveUsers(projectId: string): Promise<void> {
  const place = { params: { table: 'people' }, query: { $projectId: projectId } }
  const guest = createClient({
    baseUrl: product().address,
    token: () => null,
    warn: () => undefined,
  })
  for (const [index, [name, email]] of CUSTOMERS.entries()) {
    const body = { email, password: 'a long password', name }
    const { token } = await guest.call(signUpUser, { ...place, body })
    const user = createClient({ baseUrl: product().address, token: () => token })
    if (index === 0) await user.call(signOutUser, place)
  }
}

/** Demo content: a shop with customers, orders and a workflow that has run; an empty project; one with a draft; one with users. */
export async function giveShop(person: Person): Promise<Shop> {
  const { id } = await newProject(person, 'Northwind Storefront')
  await giveOrders(person, id)
  await giveSettings(person, id)
  const workflowId = await giveOrderWorkflow(person, id)
  const { id: emptyId } = await newProject(person, 'Northwind Blog')
  const { id: draftId } = await newProject(person, 'Northwind Returns')
  await giveTables(person, draftId, TABLES as never)
  await giveApproval(person, draftId)
  const { id: appId } = await newProject(person, 'Northwind App')
  await giveStoredTables(person, appId, [PEOPLE] as never)
  await giveUsers(appId)
  return { id, workflowId, emptyId, draftId, appId }
}
