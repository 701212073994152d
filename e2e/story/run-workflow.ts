import { expect } from '@playwright/test'
import {
  createCredential,
  createWorkflow,
  executeWorkflow,
  getRun,
  listNodeDefinitions,
  type WorkflowNode,
} from '@plinth/contract'
import { mailsTo } from '../harness/mailbox.ts'
import type { StoryContext } from './story-context.ts'

const READER = 'warehouse@example.com'
const WAIT_SECONDS = 2

function connect(ids: readonly string[]) {
  return ids.slice(1).map((target, index) => {
    const source = ids[index] ?? ''
    return { id: `${source}-${target}`, source, target, sourceHandle: null, targetHandle: null }
  })
}

/** A script, a call to a service and a mail, one after another. */
async function draw({ client, product, project }: StoryContext): Promise<WorkflowNode[]> {
  const { sink, mailPort } = product.outside
  const on = await client()
  const params = { projectId: project.id }
  const { credential } = await on.call(createCredential, {
    params,
    body: {
      name: 'Warehouse mail',
      type: 'email-smtp',
      data: { host: '127.0.0.1', port: mailPort, secure: false, from: 'shop@example.com' },
    },
  })
  const { data } = await on.call(listNodeDefinitions, { params })
  const definitions = Object.values(data.nodeDefinitions).flat()
  const make = (id: string, kind: string, parameters: object): WorkflowNode => {
    const definition = definitions.find(({ name }) => name === kind)
    if (!definition) throw new Error(`${kind} is not offered`)
    const credentials: Record<string, string> =
      kind === 'email' ? { credential: credential.id } : {}
    return {
      id,
      type: 'custom',
      position: { x: 0, y: 0 },
      data: {
        definition,
        active: true,
        parameters: parameters as never,
        credentials,
        label: id,
        isDisabled: false,
      },
    }
  }
  return [
    make('script', 'javascript', { code: 'return { pieces: [1, 2, 3].reduce((a, b) => a + b) }' }),
    make('wait', 'wait', { amount: WAIT_SECONDS, unit: 'seconds' }),
    make('call', 'http_request', {
      method: 'POST',
      url: `http://127.0.0.1:${sink.port}/orders`,
      body_kind: 'json',
      body_json: '{"pieces": {{ $in.pieces }}}',
    }),
    make('mail', 'email', {
      to: READER,
      subject: '{{ $node["script"].pieces }} pieces',
      body: 'The service answered {{ $in.status }}',
    }),
  ]
}

/** A workflow runs and answers; a second run of it is still waiting when everything is killed. */
export async function runWorkflow(walk: StoryContext): Promise<void> {
  const on = await walk.client()
  const nodes = await draw(walk)
  const edges = connect(nodes.map(({ id }) => id))
  const { data } = await on.call(createWorkflow, {
    params: { projectId: walk.project.id },
    body: { name: 'Tell the warehouse', nodes, connections: edges, active: true },
  })
  const params = { projectId: walk.project.id, workflowId: data.workflow.id }
  const first = await on.call(executeWorkflow, { params, body: { nodes, edges } })
  expect(first.data.result).toMatchObject({
    script: { pieces: 6 },
    call: { status: 200, body: { ok: true } },
    mail: { accepted: [READER] },
  })
  const [mail] = mailsTo(walk.product.mails, READER)
  expect(mail?.text).toContain('Subject: 6 pieces')
  const second = await on.call(executeWorkflow, {
    params,
    body: { nodes, edges },
    headers: { Prefer: 'respond-async' },
  })
  walk.runId = second.data.runId
}

/** The run that was cut off went on where it was: each effect happened, once. */
export async function seeRunEnded(walk: StoryContext): Promise<void> {
  const on = await walk.client()
  const params = { projectId: walk.project.id, runId: walk.runId }
  await expect
    .poll(async () => (await on.call(getRun, { params })).run.status, { timeout: 60_000 })
    .toBe('succeeded')
  expect(walk.product.outside.sink.asked.get(`${walk.runId}:call`)).toHaveLength(1)
  expect(mailsTo(walk.product.mails, READER)).toHaveLength(2)
}
