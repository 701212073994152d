import { Configuration, saveConfiguration, syncDatabase } from '@plinth/contract'
import { beforeAll, expect, inject } from 'vitest'
import { newProject, newStaff, type Person } from '../../../app/testing/people.ts'
import { send } from '../../testing/shelf.ts'

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const everybody = { list: 'true', view: 'true', create: 'true', update: 'true', delete: 'true' }
export const ALBUM = [
  {
    id: 'photos',
    name: 'photo',
    rules: { ...everybody, list: 'isOpen = true', view: 'isOpen = true' },
    columns: [
      { id: 'p_open', name: 'isOpen', type: 'checkbox' },
      { id: 'p_image', name: 'image', type: 'image' },
      {
        id: 'p_papers',
        name: 'papers',
        type: 'file',
        options: { isProtected: true, hasMultiple: true },
      },
      {
        id: 'p_small',
        name: 'small',
        type: 'file',
        options: { maxFileSize: 10, fileTypes: ['.txt'] },
      },
      { id: 'p_hidden', name: 'hidden', type: 'file', options: { isHidden: true } },
      { id: 'p_title', name: 'title', type: 'text', options: { isUnique: true } },
    ],
  },
  {
    id: 'vaults',
    name: 'vault',
    rules: { list: '', view: '', create: '', update: '', delete: '' },
    columns: [{ id: 'v_file', name: 'file', type: 'file' }],
  },
]

interface Announced {
  fileName?: string
  fileType?: string
  fileSize?: number
}

/** A project with a table of photos for one test suite. */
export function useAlbum(
  database: 'postgres' | 'sqlite3',
  address = () => inject('server').address,
) {
  let projectId = ''
  let owner: Person | undefined
  beforeAll(async () => {
    owner = await newStaff()
    projectId = await newProject(owner)
    await sync(ALBUM)
  })
  async function sync(tables: readonly object[]) {
    const newConfiguration = Configuration.parse({ database, tables })
    await owner?.client.call(saveConfiguration, {
      params: { projectId },
      body: { newConfiguration },
    })
    await owner?.client.call(syncDatabase, { params: { projectId }, body: {} })
  }

  const query = () => ({ $projectId: projectId })
  async function post(path: string, body: object, token?: string) {
    const answer = await fetch(`${address()}${path}?$projectId=${projectId}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as never }
  }
  function ask(
    columnName: string,
    files: Announced[],
    more: { table?: string; token?: string } = {},
  ) {
    const announced = files.map((file) => ({
      fileName: 'me.png',
      fileType: 'image/png',
      fileSize: PNG.length,
      ...file,
    }))
    const body = { tableName: more.table ?? 'photo', columnName, files: announced }
    return post('/api/file/upload', body, more.token)
  }
  const put = (url: string, body: Buffer) => {
    const { searchParams } = new URL(url)
    const acl = searchParams.get('x-amz-acl')
    const headers = {
      'content-type': searchParams.get('Content-Type') ?? '',
      ...(acl && { 'x-amz-acl': acl }),
    }
    return fetch(url, { method: 'PUT', body, headers })
  }
  /** The description of an uploaded file as the data helper makes it. */
  function described(url: string, more: object = {}) {
    const plain = url.split('?')[0] ?? ''
    const fileKey = plain.slice(plain.indexOf('/prj_') + 1)
    return {
      fileName: 'me.png',
      fileSize: PNG.length,
      fileType: 'image/png',
      fileKey,
      url: plain,
      ...more,
    }
  }
  async function upload(column: string, body: Buffer = PNG, announced: Announced = {}) {
    const signed = await ask(column, [{ fileSize: body.length, ...announced }])
    expect(signed.status, JSON.stringify(signed.body)).toBe(200)
    const [url = ''] = (signed.body as { urls: string[] }).urls
    expect((await put(url, body)).status).toBe(200)
    return described(url, { fileSize: body.length })
  }
  const create = (body: object, headers: Record<string, string> = {}) =>
    send('POST', 'photo', { query: query(), body, headers })

  return {
    projectId: () => projectId,
    owner: () => {
      if (!owner) throw new Error('There is no owner yet')
      return owner
    },
    query,
    sync,
    post,
    ask,
    put,
    described,
    upload,
    create,
  }
}
