import {
  createDomain,
  createWorkflow,
  deleteProject,
  getProject,
  listEnvironments,
  type Workflow,
} from '@plinth/contract'
import { expect, inject } from 'vitest'
import { createBackup } from '../../../operations/backups/testing/until-ended.ts'
import { addressOf } from '../../testing/hook-place.ts'
import { expectApiError } from '../../testing/people.ts'
import { runnable, wires } from '../../testing/runnable.ts'
import { openStoppedPlace, type StoppedPlace } from './stopped-place.ts'

const file = { fileName: 'a.txt', fileSize: 3, fileType: 'text/plain' }

/** Uploads the announced file and saves a row with it; returns the file's public URL. */
async function claimFile({ projectId, uploadUrl, people }: StoppedPlace): Promise<string> {
  const acl = new URL(uploadUrl).searchParams.get('x-amz-acl')
  const put = await fetch(uploadUrl, {
    method: 'PUT',
    headers: { 'content-type': file.fileType, ...(acl && { 'x-amz-acl': acl }) },
    body: 'abc',
  })
  expect(put.status, await put.text()).toBe(200)
  const [url = ''] = uploadUrl.split('?')
  const fileKey = url.slice(url.indexOf('/prj_') + 1)
  const saved = await fetch(`${inject('server').address}/api/data/board?$projectId=${projectId}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${people.owner.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ text: 'with a file', file: { ...file, fileKey, url } }),
  })
  expect(saved.status, await saved.text()).toBe(200)
  return url
}

export interface DeletedPlace extends StoppedPlace {
  name: string
  environmentIds: string[]
  host: string
  fileUrl: string
  hook: Workflow & { url: string }
  schedule: Workflow
  /** A workflow that only people start. */
  byHand: Workflow
  /** A run of the webhook's workflow that waits. */
  runId: string
}

/** A project with everything that may still answer, start or hold storage after its deletion. */
export async function openDeletedPlace(database: 'sqlite3' | 'postgres'): Promise<DeletedPlace> {
  const place = await openStoppedPlace(database)
  const { projectId } = place
  const { client } = place.people.owner
  const params = { projectId }
  const { projectData } = await client.call(getProject, { params })
  const { environments } = await client.call(listEnvironments, { params })
  const dev = environments.find(({ name }) => name === 'dev')?.id ?? ''
  const host = `${crypto.randomUUID()}.example.com`
  await client.call(createDomain, { params, body: { domain: host, environment: dev } })
  const create = async (name: string, body: object) => {
    const sent = { name, active: true, nodes: [], connections: [], ...body }
    return (await client.call(createWorkflow, { params, body: sent as never })).data.workflow
  }
  const parameters = { amount: 1, unit: 'hours' }
  const hook = await create('Hook', {
    nodes: [runnable('hook', 'trigger-webhook'), runnable('wait', 'wait', { parameters })],
    connections: wires('hook -> wait'),
  })
  const url = addressOf(hook)
  const called = await fetch(url, { method: 'POST' })
  const { runId } = (await called.json()) as { runId: string }
  const cron = { cron: '* * * * * *' }
  const schedule = await create('Schedule', {
    nodes: [runnable('when', 'trigger-schedule', { parameters: cron })],
  })
  const byHand = await create('By hand', { nodes: [runnable('start', 'trigger-manual')] })
  const fileUrl = await claimFile(place)
  await createBackup(place.people.owner, { projectId })
  return {
    ...place,
    name: projectData.name,
    environmentIds: environments.map(({ id }) => id),
    host,
    fileUrl,
    hook: { ...hook, url },
    schedule,
    byHand,
    runId,
  }
}

/** Deletes the project as its owner. */
export async function removePlace({ projectId, people }: StoppedPlace): Promise<void> {
  const params = { projectId }
  await people.owner.client.call(deleteProject, { params })
  const again = people.owner.client.call(deleteProject, { params })
  expect((await expectApiError(again)).status).toBe(404)
}
