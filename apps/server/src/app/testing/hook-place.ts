import { createCredential, getRun, listRuns } from '@plinth/contract'
import { inject } from 'vitest'
import { eventually } from './eventually.ts'
import { runnable, wires } from './runnable.ts'
import { workflowPlace } from './workflow-place.ts'

export interface HookOptions {
  parameters?: Record<string, never | string | number>
  credentials?: Record<string, string>
  settings?: object
  active?: boolean
  /** The expression of the node after the webhook. */
  value?: string
}

/** Fixture: a new project with helpers for webhooks. */
export async function hookPlace() {
  const fixture = await workflowPlace()
  const { projectId, client, params } = fixture
  let count = 0
  const body = ({ parameters = {}, credentials = {}, value = '{{ $in }}' }: HookOptions) => ({
    nodes: [
      runnable('hook', 'trigger-webhook', { parameters, credentials }),
      runnable('set', 'set', { label: 'Seen', parameters: { value } }),
    ],
    connections: wires('hook -> set'),
  })
  /** Saves a workflow that starts with a webhook; returns it with the webhook's URL. */
  const hook = async (options: HookOptions = {}) => {
    count += 1
    const { settings = {}, active = true } = options
    const workflow = await fixture.create({
      name: `Hook ${count}`,
      ...body(options),
      settings,
      active,
    })
    return { ...workflow, url: addressOf(workflow) }
  }
  const credential = async (type: 'api-key' | 'basic-auth' | 'api-credential', data: object) => {
    count += 1
    const sent = { name: `Key ${count}`, type, data: data as Record<string, never> }
    return (await client.call(createCredential, { params, body: sent })).credential.id
  }
  const runsOf = async (workflowId: string) =>
    (await client.call(listRuns, { params, query: { workflowId } })).runs
  const untilEnded = (runId: string) =>
    eventually(async () => {
      const { run } = await client.call(getRun, { params: { projectId, runId } })
      return run.endedOn !== null && run
    }, 20_000)
  return { ...fixture, body, hook, credential, runsOf, untilEnded }
}

/** The webhook URL of a workflow on the server under test. */
export function addressOf(workflow: { triggers: { url?: string | undefined }[] }): string {
  const url = workflow.triggers.find((trigger) => trigger.url)?.url ?? ''
  return new URL(new URL(url).pathname, inject('server').address).href
}
