import { randomBytes } from 'node:crypto'
import type { Database } from '../../packages/contract/src/index.ts'
import { type Caller, call } from '../stack/call.ts'
import { type Acknowledged, uploadOne } from '../uploads/album.ts'

export interface BackupProject {
  database: Database
  projectId: string
  name: string
  files: Acknowledged[]
  rows: number
}

const anybody = { list: 'true', view: 'true', create: 'true', update: 'true', delete: 'true' }
const number = (id: string) => ({ id, name: id, type: 'number', options: {} })
const pair = (name: string) => ({
  id: name,
  name,
  rules: anybody,
  columns: [number(`client`), number('n')].map((column) => ({
    ...column,
    id: `${name}_${column.id}`,
  })),
})
const TABLES = [
  {
    id: 'notes',
    name: 'note',
    rules: anybody,
    columns: [{ id: 'n1', name: 'paper', type: 'file' }],
  },
  pair('first'),
  pair('second'),
  {
    id: 'bulk',
    name: 'bulk',
    rules: anybody,
    columns: [number('number'), { id: 'words', name: 'words', type: 'text', options: {} }],
  },
]

export async function must(
  caller: Caller,
  { method = 'POST', path, body }: { method?: string; path: string; body?: unknown },
): Promise<Record<string, unknown>> {
  const answer = await call(caller, { method, path, ...(body === undefined ? {} : { body }) })
  if (answer.status === undefined || answer.status > 202) {
    throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  return answer.body
}

const AT_ONCE = 20_000

/** Imports rows through the API. */
async function importRows(
  caller: Caller,
  { projectId, rows }: { projectId: string; rows: number },
) {
  for (let done = 0; done < rows; done += AT_ONCE) {
    const lines = Array.from({ length: Math.min(AT_ONCE, rows - done) }, (_, at) =>
      JSON.stringify({ number: done + at, words: `row ${done + at} ${'x'.repeat(80)}` }),
    )
    const answer = await fetch(`${caller.address}/api/data/bulk/import?$projectId=${projectId}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${caller.token}`,
        'content-type': 'application/x-ndjson',
      },
      body: `${lines.join('\n')}\n`,
    })
    if (!answer.ok) throw new Error(`import: ${answer.status} ${await answer.text()}`)
    await answer.text()
  }
}

/** A project with rows, files and two tables that are written in lockstep. */
export async function makeBackupProject(
  caller: Caller,
  wanted: { database: Database; rows: number; files: number },
): Promise<BackupProject> {
  const { database } = wanted
  const name = `${database} ${randomBytes(4).toString('hex')}`
  const made = await must(caller, { path: '/api/project', body: { cloned: false, name } })
  const projectId = String(made.projectId)
  const newConfiguration = { version: 'v1', database, tables: TABLES }
  await must(caller, {
    path: `/api/project/${projectId}/configuration`,
    body: { newConfiguration },
  })
  await must(caller, { path: `/api/database/${projectId}/sync`, body: {} })
  await importRows(caller, { projectId, rows: wanted.rows })
  const album = { projectId, store: 'disk' } as const
  const files: Acknowledged[] = []
  while (files.length < wanted.files) {
    const lanes = Array.from({ length: Math.min(10, wanted.files - files.length) }, () =>
      uploadOne(caller.address, { album, bytes: 5_000 }),
    )
    for (const one of await Promise.all(lanes)) if (one?.rowId) files.push(one)
  }
  return { database, projectId, name, files, rows: wanted.rows }
}
