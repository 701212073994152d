import { request } from 'node:http'
import {
  createDomain,
  deployDatabase,
  listApprovals,
  listEnvironments,
  saveProductionAccess,
} from '@plinth/contract'
import { inject } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import { addressOf, hookPlace } from '../../../app/testing/hook-place.ts'
import { join, newStaff, type Person, theAdmin } from '../../../app/testing/people.ts'
import { runnable, wires } from '../../../app/testing/runnable.ts'
import { createBackup } from '../../../operations/backups/testing/until-ended.ts'
import { applyTables } from '../../../rows/testing/shelf.ts'

export const ROLES = ['developer', 'owner', 'admin'] as const
export type Who = (typeof ROLES)[number]

/** Part of every row and run of production. */
export const CANARY = 'canary-of-production'
const COLUMNS = [
  { id: 'title', name: 'title', type: 'text' },
  { id: 'file', name: 'file', type: 'file' },
]
const HOOK = runnable('hook', 'trigger-webhook', { parameters: {} })

export interface ProductionPlace {
  projectId: string
  people: Record<Who, Person>
  rowId: string
  /** A run of production that has ended, and one that waits. */
  runId: string
  waitingId: string
  approvalId: string
  backupId: string
  domain: string
  /** The URL of a workflow whose Execute Permission denies every caller. */
  ruledUrl: string
}

/** A deployed project with rows, runs, requests and a backup of production. */
export async function openProductionPlace(): Promise<ProductionPlace> {
  const fixture = await hookPlace()
  const { projectId, params, owner } = fixture
  const [admin, developer] = [await theAdmin(), await newStaff()]
  await join(developer, { projectId, role: 'developer' })
  const tables = [{ id: 'note', name: 'note', columns: COLUMNS }]
  await applyTables({ projectId, owner, database: 'sqlite3', tables })
  const active = { active: true }
  await fixture.create({ name: 'Ends', ...fixture.body({}), ...active })
  const settings = { access: { execute: '@request.auth.id = "nobody"' } }
  await fixture.create({ name: 'Ruled', ...fixture.body({}), settings, ...active })
  const wait = runnable('wait', 'wait', { parameters: { amount: 1, unit: 'hours' } })
  await fixture.create({
    name: 'Waits',
    nodes: [HOOK, wait],
    connections: wires('hook -> wait'),
    ...active,
  })
  const asked = { title: `Approve ${CANARY}`, approvers: 'role:developer' }
  await fixture.create({
    name: 'Asks',
    nodes: [HOOK, runnable('ask', 'approval', { parameters: asked })],
    connections: wires('hook -> ask'),
    ...active,
  })
  await admin.client.call(deployDatabase, { params, body: {} })
  const urlOf = async (name: string) => {
    const all = await fixture.list()
    const live = all.find((one) => one.name === name && one.environment.name === 'production')
    return live ? addressOf(live) : ''
  }
  const call = async (name: string) => {
    const answer = await fetch(await urlOf(name), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ CANARY }),
    })
    return ((await answer.json()) as { runId: string }).runId
  }
  const [runId, waitingId] = [await call('Ends'), await call('Waits')]
  await call('Asks')
  const approvalId = await eventually(async () => {
    const query = { environment: 'production' as const }
    return (await admin.client.call(listApprovals, { params, query })).approvals[0]?.id
  })
  const { environments } = await admin.client.call(listEnvironments, { params })
  const environment = environments.find(({ name }) => name === 'production')?.id ?? ''
  const domain = `p${Date.now()}.example.com`
  await admin.client.call(createDomain, { params, body: { domain, environment } })
  const search = new URLSearchParams({ $projectId: projectId, $environment: 'production' })
  const made = await fetch(`${inject('server').address}/api/data/note?${search}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: CANARY }),
  })
  const { data } = (await made.json()) as { data: { id: string } }
  const people = { developer, owner, admin }
  const { id: backupId } = await createBackup(owner, { projectId })
  await eventually(async () => (await fixture.untilEnded(runId)).status === 'succeeded', 20_000)
  return {
    projectId,
    people,
    rowId: data.id,
    runId,
    waitingId,
    approvalId,
    backupId,
    domain,
    ruledUrl: await urlOf('Ruled'),
  }
}

/** Lets developers read production data, or not. */
export async function setSwitch(
  { projectId, people }: ProductionPlace,
  developersCanRead: boolean,
) {
  const params = { projectId }
  await people.owner.client.call(saveProductionAccess, { params, body: { developersCanRead } })
}

/** `fetch` does not allow a custom Host header. */
export function getFromHost(asked: { host: string; path: string; token: string }) {
  const { port, hostname } = new URL(inject('server').address)
  const headers = { host: asked.host, authorization: `Bearer ${asked.token}` }
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request({ hostname, port, path: asked.path, headers }, (answer) => {
      let text = ''
      answer.on('data', (part) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sent.on('error', reject)
    sent.end()
  })
}
