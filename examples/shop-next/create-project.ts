import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

const {
  PLINTH_URL = 'http://localhost:4000',
  PLINTH_ADMIN_EMAIL,
  PLINTH_ADMIN_PASSWORD,
} = process.env

/** Prices are in cents. */
const PRODUCTS = [
  { name: 'Tea', price: 650, stock: 20 },
  { name: 'Mug', price: 1200, stock: 1 },
  { name: 'Teapot', price: 3900, stock: 0 },
]

interface Call {
  token?: string
  /** Sent as POST; without a body the call is a GET. */
  body?: unknown
}

async function call(path: string, { token, body }: Call) {
  const answer = await fetch(`${PLINTH_URL}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: body === undefined ? null : JSON.stringify(body),
  }).catch(() => {
    throw new Error(`Plinth does not answer at ${PLINTH_URL}. Start it, or set PLINTH_URL.`)
  })
  const content = await answer.json()
  if (!answer.ok) throw new Error(`${path}: ${content.error?.message ?? answer.status}`)
  return content
}

const readJson = async (name: string) =>
  JSON.parse(await readFile(new URL(name, import.meta.url), 'utf8'))

interface Sketch {
  name: string
  nodes: { id: string; kind: string; label: string; parameters: object }[]
  connections: [source: string, target: string, handle?: string][]
}

interface Parts {
  definitions: { name: string }[]
  /** Id of the credential that verifies calls of the webhook. */
  signingKey: string
}

/** The workflow as the API takes it: every node with its definition, its position and its credentials. */
function drawWorkflow({ name, nodes, connections }: Sketch, { definitions, signingKey }: Parts) {
  return {
    name,
    active: true,
    nodes: nodes.map(({ id, kind, label, parameters }, at) => ({
      id,
      position: { x: at * 260, y: 0 },
      data: {
        definition: definitions.find((one) => one.name === kind),
        label,
        parameters,
        credentials: kind === 'trigger-webhook' ? { signing_key: signingKey } : {},
      },
    })),
    connections: connections.map(([source, target, handle]) => ({
      id: `${source}-${target}`,
      source,
      target,
      sourceHandle: handle ?? null,
      targetHandle: null,
    })),
  }
}

/** Saves the workflow with a new secret for the signatures of its webhook. */
async function createWorkflow(projectId: string, token: string) {
  const project = `/api/project/${projectId}`
  const secret = randomBytes(32).toString('hex')
  const { credential } = await call(`${project}/credential`, {
    token,
    body: {
      name: 'Payments',
      type: 'api-key',
      data: { hosts: [new URL(PLINTH_URL).hostname], header: 'X-Signature', apiKey: secret },
    },
  })
  const { data } = await call(`${project}/workflow/nodes`, { token })
  const definitions = Object.values<{ name: string }[]>(data.nodeDefinitions).flat()
  const parts = { definitions, signingKey: credential.id }
  const body = drawWorkflow(await readJson('workflow.json'), parts)
  const saved = await call(`${project}/workflow`, { token, body })
  const { pathname } = new URL(saved.data.workflow.triggers[0].url)
  return { secret, url: `${PLINTH_URL}${pathname}` }
}

/** Creates a project with tables, rules, products and the workflow, and writes what the app needs to know. */
async function main(): Promise<void> {
  if (!PLINTH_ADMIN_EMAIL || !PLINTH_ADMIN_PASSWORD) {
    throw new Error('Set PLINTH_ADMIN_EMAIL and PLINTH_ADMIN_PASSWORD to what you sign in with.')
  }
  const account = { email: PLINTH_ADMIN_EMAIL, password: PLINTH_ADMIN_PASSWORD }
  const { token } = await call('/auth/login', { body: account })
  const name = `Shop ${new Date().toISOString().slice(0, 19)}`
  const { projectId } = await call('/api/project', { token, body: { cloned: false, name } })
  const body = { newConfiguration: await readJson('tables.json') }
  await call(`/api/project/${projectId}/configuration`, { token, body })
  await call(`/api/database/${projectId}/sync`, { token, body: {} })
  for (const product of PRODUCTS) {
    await call(`/api/data/products?$projectId=${projectId}`, { token, body: product })
  }
  const webhook = await createWorkflow(projectId, token)
  const key = { name: 'Shop', environment: 'dev', tables: [], canNameVisitors: true }
  const { secret } = await call(`/api/project/${projectId}/key`, { token, body: key })
  const settings = {
    PLINTH_URL,
    PLINTH_PROJECT_ID: projectId,
    PLINTH_SERVER_KEY: secret,
    PAYMENT_WEBHOOK_URL: webhook.url,
    PAYMENT_WEBHOOK_SECRET: webhook.secret,
  }
  const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`)
  const file = process.argv[2] ?? new URL('.env.local', import.meta.url)
  await writeFile(file, lines.join(''), { mode: 0o600 })
  process.stdout.write(`${name}: ${projectId}\n`)
}

await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
