import {
  Configuration,
  createConstant,
  createCredential,
  createSavedQuery,
  createTableView,
  createWorkflow,
  type Database,
  listEnvironments,
  saveConfiguration,
  syncDatabase,
} from '@plinth/contract'
import { expect, inject } from 'vitest'
import { nodeOf } from '../../../app/testing/graph.ts'
import type { Person } from '../../../app/testing/people.ts'
import { send } from '../../../rows/testing/shelf.ts'
import { storeSampleTest } from '../../../workflows/workflow-tests/testing/store-sample-test.ts'
import { ODD_ROWS, TABLES } from './export-tables.ts'

export type Row = Record<string, unknown> & { id: string }
export const PAPER = Buffer.from('A paper, with its own words.')

export const QUERY = { name: 'Boxes', sql: 'select name from box' }
export const SHARED_VIEW = {
  ...{ tableId: 'things', name: 'Flagged', isShared: true },
  settings: { hidden: ['t_code'] },
  filter: { text: 'flag = true', fields: { flag: 't_flag' } },
}

interface Place {
  readonly owner: Person
  readonly projectId: string
}

export async function postRow({
  owner,
  projectId,
  table,
  body,
}: Place & { table: string; body: object }): Promise<Row> {
  const query = { $projectId: projectId }
  const made = await send('POST', table, { token: owner.token, query, body })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return made.body.data
}

async function uploadPaper({ owner, projectId }: Place): Promise<object> {
  const announced = { fileName: '../it\'s "A".txt', fileType: 'text/plain', fileSize: PAPER.length }
  const response = await fetch(
    `${inject('server').address}/api/file/upload?$projectId=${projectId}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
      body: JSON.stringify({ tableName: 'thing', columnName: 'paper', files: [announced] }),
    },
  )
  const [url = ''] = ((await response.json()) as { urls: string[] }).urls
  const { searchParams } = new URL(url)
  const headers = {
    'content-type': searchParams.get('Content-Type') ?? '',
    'x-amz-acl': searchParams.get('x-amz-acl') ?? '',
  }
  expect((await fetch(url, { method: 'PUT', body: PAPER, headers })).status).toBe(200)
  const plain = url.split('?')[0] ?? ''
  return { ...announced, fileKey: plain.slice(plain.indexOf('/prj_') + 1), url: plain }
}

async function fillTables(place: Place, canary: string): Promise<void> {
  const post = (table: string, body: object) => postRow({ ...place, table, body })
  const boxes = [await post('box', { name: 'one' }), await post('box', { name: 'two' })]
  const tags = [await post('tag', { name: 'b' }), await post('tag', { name: 'a' })]
  const things: string[] = []
  for (const [at, odd] of ODD_ROWS.entries()) {
    const links = {
      box: boxes[at % 3]?.id ?? null,
      tags: at % 2 === 0 ? tags.map(({ id }) => id) : [tags[1]?.id],
      before: things.slice(-2).reverse(),
    }
    const paper = at === 1 ? [await uploadPaper(place)] : []
    const { id } = await post('thing', { pin: `${canary} pin`, paper, ...links, ...odd })
    things.push(id)
  }
}

/** Adds tables, rows, a file, a workflow, and secrets that must not appear in an export. */
export async function fillProject(
  options: Place & { database: Database; canary: string },
): Promise<void> {
  const { owner, projectId, database, canary } = options
  const params = { projectId }
  const newConfiguration = Configuration.parse({ database, tables: TABLES })
  await owner.client.call(saveConfiguration, { params, body: { newConfiguration } })
  await owner.client.call(syncDatabase, { params, body: {} })
  await fillTables(options, canary)
  const { environments } = await owner.client.call(listEnvironments, { params })
  const environment = environments.find(({ name }) => name === 'dev')?.id ?? ''
  const hidden = { key: 'HIDDEN', environment, value: `${canary} constant`, secret: true }
  await owner.client.call(createConstant, { params, body: hidden })
  const open = { key: 'OPEN', environment, value: 'said aloud' }
  await owner.client.call(createConstant, { params, body: open })
  const data = { baseUrl: 'https://api.example.com', apiKey: `${canary} credential` }
  const credential = { name: 'Service', type: 'api-credential' as const, data }
  await owner.client.call(createCredential, { params, body: credential })
  const settings = { tags: ['Billing'] }
  const workflow = { name: 'Orders', nodes: [nodeOf('a')], connections: [], settings }
  const created = await owner.client.call(createWorkflow, { params, body: workflow })
  await storeSampleTest(created.data.workflow.id)
  await owner.client.call(createSavedQuery, { params, body: QUERY })
  await owner.client.call(createTableView, { params, body: SHARED_VIEW })
  const secret = { ...SHARED_VIEW, name: `${canary} view`, isShared: false }
  await owner.client.call(createTableView, { params, body: secret })
}
