import { Configuration, type Database } from '@plinth/contract'
import { expect, inject } from 'vitest'
import { newApp } from '../../../app/testing/app-tables.ts'
import { join, newStaff, type Person } from '../../../app/testing/people.ts'
import { send } from '../../testing/shelf.ts'

const open = { list: 'true', view: 'true', create: 'true', update: 'true', delete: 'true' }
type Other = readonly [tableId: string, columnId: string, name: string]
const relation = ([tableId, columnId, backColumnName]: Other, options: object) => ({
  type: 'relation',
  options: { tableId, columnId, backColumnName, ...options },
})
const many = (other: Other) => relation(other, { hasMultiple: true, isParent: true })
const one = (other: Other, options: object = {}) =>
  relation(other, { hasMultipleBack: true, ...options })

/** An app whose notes need an author, whose comments need a note, and whose tasks may have an owner. */
function personTables(database: Database): Configuration {
  return Configuration.parse({
    database,
    tables: [
      {
        id: 'people',
        name: 'people',
        type: 'Auth',
        columns: [
          { id: 'p1', name: 'email', type: 'email', options: { isUnique: true, isRequired: true } },
          {
            id: 'p2',
            name: 'password',
            type: 'text',
            options: { isHashed: true, isRequired: true },
          },
          { id: 'p3', name: 'verified', type: 'checkbox' },
          { id: 'p4', name: 'nick', type: 'text' },
          { id: 'p5', name: 'secret', type: 'text', options: { isHidden: true } },
          {
            id: 'p6',
            name: 'paper',
            type: 'file',
            options: { isProtected: true, maxFileSize: 20_000_000 },
          },
          { id: 'p7', name: 'notes', ...many(['notes', 'n2', 'author']) },
          { id: 'p8', name: 'tasks', ...many(['tasks', 't2', 'owner']) },
        ],
        rules: open,
      },
      {
        id: 'notes',
        name: 'notes',
        columns: [
          { id: 'n1', name: 'title', type: 'text' },
          { id: 'n2', name: 'author', ...one(['people', 'p7', 'notes'], { isRequired: true }) },
          { id: 'n3', name: 'inner', type: 'text', options: { isHidden: true } },
          { id: 'n4', name: 'comments', ...many(['comments', 'c2', 'note']) },
        ],
        rules: open,
      },
      {
        id: 'comments',
        name: 'comments',
        columns: [
          { id: 'c1', name: 'text', type: 'text' },
          { id: 'c2', name: 'note', ...one(['notes', 'n4', 'comments'], { isRequired: true }) },
        ],
        rules: open,
      },
      {
        id: 'tasks',
        name: 'tasks',
        columns: [
          { id: 't1', name: 'title', type: 'text' },
          { id: 't2', name: 'owner', ...one(['people', 'p8', 'tasks']) },
        ],
        rules: open,
      },
    ],
  })
}

export async function newPersonApp(
  database: Database,
): Promise<{ owner: Person; developer: Person; projectId: string }> {
  const owner = await newStaff()
  const projectId = await newApp(owner, personTables(database))
  const developer = await newStaff()
  await join(developer, { projectId, role: 'developer' })
  return { owner, developer, projectId }
}

interface Uploading {
  projectId: string
  owner: Person
  userId: string
  text: string
}

/** Uploads a text as the paper of a user. */
export async function uploadPaper({ projectId, owner, userId, text }: Uploading): Promise<void> {
  const file = { fileName: 'paper.txt', fileType: 'text/plain', fileSize: text.length }
  const query = { $projectId: projectId }
  const asked = await fetch(
    `${inject('server').address}/api/file/upload?${new URLSearchParams(query)}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tableName: 'people', columnName: 'paper', files: [file] }),
    },
  )
  const { urls } = (await asked.json()) as { urls: [string] }
  const headers = { 'content-type': 'text/plain', 'x-amz-acl': 'private' }
  expect((await fetch(urls[0], { method: 'PUT', body: text, headers })).status).toBe(200)
  const url = urls[0].split('?')[0] ?? ''
  const paper = { ...file, fileKey: url.slice(url.indexOf('/prj_') + 1), url }
  const sending = { token: owner.token, query, body: { paper } }
  const saved = await send('PATCH', `people/${userId}`, sending)
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
}
