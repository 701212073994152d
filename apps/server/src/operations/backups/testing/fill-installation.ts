import { randomUUID } from 'node:crypto'
import {
  createConstant,
  createCredential,
  createDomain,
  createKey,
  createProject,
  createWorkflow,
  type Database,
  deployDatabase,
  executeWorkflow,
  getRun,
  listEnvironments,
  type Region,
} from '@plinth/contract'
import { pino } from 'pino'
import { eventually } from '../../../app/testing/eventually.ts'
import { join, newStaff, type Person, theAdmin } from '../../../app/testing/people.ts'
import { runnable, wires } from '../../../app/testing/runnable.ts'
import { testServer } from '../../../app/testing/test-server.ts'
import { sealAudit } from '../../../foundation/audit/seal-audit.ts'
import { openDatabase } from '../../../foundation/platform/database.ts'
import { openKeyRing } from '../../../foundation/secrets/open-key-ring.ts'
import { readEnv } from '../../../foundation/settings/env.ts'
import { openFiles } from '../../../rows/files/open-files.ts'
import { applyTables, send } from '../../../rows/testing/shelf.ts'
import { archiveNextChain } from '../../audit/archive-audit.ts'

export const SECRET = 'the-secret-of-the-installation'
export const FILE = Buffer.from('the bytes of a file in the installation')
const OPEN = { list: 'true', view: 'true', create: 'true', update: 'true', delete: 'true' }
const TABLES = [
  {
    id: 'note',
    name: 'note',
    rules: OPEN,
    columns: [
      { id: 'n_title', name: 'title', type: 'text' },
      { id: 'n_paper', name: 'paper', type: 'file' },
    ],
  },
]

export interface FilledProject {
  projectId: string
  owner: Person
  member: Person
  domain: string
  apiKey: string
  scheduleId: string
  waitingRunId: string
}

async function upload(projectId: string): Promise<object> {
  const announced = { fileName: 'a.txt', fileType: 'text/plain', fileSize: FILE.length }
  const body = { tableName: 'note', columnName: 'paper', files: [announced] }
  const answer = await fetch(`${testServer().address}/api/file/upload?$projectId=${projectId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const [url = ''] = ((await answer.json()) as { urls: string[] }).urls
  const headers = {
    'content-type': announced.fileType,
    'x-amz-acl': new URL(url).searchParams.get('x-amz-acl') ?? '',
  }
  const put = await fetch(url, { method: 'PUT', body: FILE, headers })
  if (put.status !== 200) throw new Error(await put.text())
  const plain = url.split('?')[0] ?? ''
  return { ...announced, fileKey: plain.slice(plain.indexOf('/prj_') + 1), url: plain }
}

async function addWorkflows(owner: Person, projectId: string) {
  const params = { projectId }
  const when = runnable('when', 'trigger-schedule', { parameters: { cron: '* * * * * *' } })
  const set = runnable('set', 'set', { parameters: { value: '{{ $trigger.scheduledFor }}' } })
  const schedule = await owner.client.call(createWorkflow, {
    params,
    body: { name: 'Ticks', nodes: [when, set], connections: wires('when -> set'), active: true },
  })
  const nodes = [runnable('wait', 'wait', { parameters: { amount: 600, unit: 'seconds' } })]
  const waiting = await owner.client.call(createWorkflow, {
    params,
    body: { name: 'Waits', nodes, connections: [] },
  })
  const { data } = await owner.client.call(executeWorkflow, {
    params: { projectId, workflowId: waiting.data.workflow.id },
    body: { nodes, edges: [] },
    headers: { Prefer: 'respond-async' },
  })
  const waitingRunId = data.runId
  await eventually(async () => {
    const one = { projectId, runId: waitingRunId }
    return (await owner.client.call(getRun, { params: one })).run.status === 'waiting'
  })
  return { scheduleId: schedule.data.workflow.id, waitingRunId }
}

/** A project with everything that a restored installation is compared in. */
export async function fillProject(
  database: Database,
  { region, rows }: { region: Region; rows: number },
): Promise<FilledProject> {
  const [owner, member, admin] = [await newStaff(), await newStaff(), await theAdmin()]
  const { projectId } = await owner.client.call(createProject, {
    body: { cloned: false, name: `${database} ${region} ${randomUUID()}`, region },
  })
  await join(member, { projectId, role: 'developer' })
  await applyTables({ projectId, owner, database, tables: TABLES })
  await admin.client.call(deployDatabase, { params: { projectId }, body: {} })
  const paper = await upload(projectId)
  const query = { $projectId: projectId }
  const many = Array.from({ length: rows }, (_, at) => ({ title: `row ${at}` }))
  for (const body of [{ title: 'tab\t, é and \\N', paper }, ...many]) {
    const { status, body: answer } = await send('POST', 'note', { query, body })
    if (status !== 200) throw new Error(JSON.stringify(answer))
  }
  const params = { projectId }
  const { environments } = await owner.client.call(listEnvironments, { params })
  const environment = environments.find(({ name }) => name === 'dev')?.id ?? ''
  const domain = `${randomUUID()}.example.com`
  await owner.client.call(createDomain, { params, body: { domain, environment } })
  const constant = { key: 'TOKEN', value: SECRET, environment, secret: true }
  await owner.client.call(createConstant, { params, body: constant })
  const data = { baseUrl: 'https://shop.example.com', apiKey: SECRET }
  await owner.client.call(createCredential, {
    params,
    body: { name: 'Shop', type: 'api-credential', data },
  })
  const tables = [{ table: 'note', operations: ['list' as const] }]
  const key = { name: 'Key', environment: 'dev' as const, tables }
  const { secret: apiKey } = await owner.client.call(createKey, { params, body: key })
  const workflows = await addWorkflows(owner, projectId)
  return { projectId, owner, member, domain, apiKey, ...workflows }
}

/** Adds old entries of a removed project to the audit log, and moves them to an archive file. */
export async function archiveOldAudit(): Promise<void> {
  const { databaseUrl, dataDir } = testServer()
  const db = openDatabase({ url: databaseUrl, maxConnections: 2, onError: () => undefined })
  const env = readEnv([], { PLINTH_DATA_DIR: dataDir })
  const opened = openFiles({ env, dataDir, keyRing: await openKeyRing(env, dataDir) })
  await db.pool.query(
    `insert into audit (project_id, action, entity, entity_id, request_id, created_at)
     select 'prj_gone', 'changed', 'constant', n::text, 'test', now() - interval '900 days'
     from generate_series(1, 20) as n`,
  )
  await sealAudit(db)
  await db.pool.query('update audit_chain set archive_at = now()')
  const log = pino({ level: 'silent' })
  while (await archiveNextChain({ db, env, files: opened.files, log }));
  opened.close()
  await db.close()
}
