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

/** A chain of a script, an HTTP call and a mail. */
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

/** Runs a workflow to its response; a second run is still waiting when everything is killed. */
export async function runWorkflow(story: StoryContext): Promise<void> {
  const on = await story.client()
  const nodes = await draw(story)
  const edges = connect(nodes.map(({ id }) => id))
  const { data } = await on.call(createWorkflow, {
    params: { projectId: story.project.id },
    body: { name: 'Tell the warehouse', nodes, connections: edges, active: true },
  })
  const params = { projectId: story.project.id, workflowId: data.workflow.id }
  const first = await on.call(executeWorkflow, { params, body: { nodes, edges } })
  expect(first.data.result).toMatchObject({
    script: { pieces: 6 },
    call: { status: 200, body: { ok: true } },
    mail: { accepted: [READER] },
  })
  const [mail] = mailsTo(story.product.mails, READER)
  expect(mail?.text).toContain('Subject: 6 pieces')
  const second = await on.call(executeWorkflow, {
    params,
    body: { nodes, edges },
    headers: { Prefer: 'respond-async' },
  })
  story.runId = second.data.runId
}

/** The interrupted run has resumed, and each effect happened exactly once. */
export async function seeRunEnded(story: StoryContext): Promise<void> {
  const on = await story.client()
  const params = { projectId: story.project.id, runId: story.runId }
  await expect
    .poll(async () => (await on.call(getRun, { params })).run.status, { timeout: 60_000 })
    .toBe('succeeded')
  expect(story.product.outside.sink.asked.get(`${story.runId}:call`)).toHaveLength(1)
  expect(mailsTo(story.product.mails, READER)).toHaveLength(2)
}
