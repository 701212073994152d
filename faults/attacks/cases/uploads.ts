import { randomUUID } from 'node:crypto'
import { type Answered, call } from '../../stack/call.ts'
import type { AttackArea, AttackCase, Attempt } from '../setup/attack-case.ts'
import type { AttackSetup } from '../setup/attack-setup.ts'

const MB = 1024 * 1024
const anybody = { list: 'true', view: 'true', create: 'true', update: 'true', delete: 'true' }
const TABLES = [
  {
    id: 'photos',
    name: 'photo',
    rules: anybody,
    columns: [
      { id: 'p1', name: 'image', type: 'image', options: { maxFileSize: 5 * MB } },
      { id: 'p2', name: 'papers', type: 'file', options: { hasMultiple: true } },
    ],
  },
]

type Guest = Readonly<{ address: string; projectId: string }>

/** A project whose table accepts files from guests. */
async function newAlbum({ address, admin }: AttackSetup): Promise<Guest> {
  const must = async (path: string, body: unknown) => {
    const answer = await call({ address, token: admin }, { method: 'POST', path, body })
    if (answer.status === undefined || answer.status > 202)
      throw new Error(`${path} answered ${answer.status}`)
    return answer.body
  }
  const made = await must('/api/project', { cloned: false, name: `Uploads ${randomUUID()}` })
  const projectId = String(made.projectId)
  const newConfiguration = { version: 'v1', database: 'sqlite3', tables: TABLES }
  await must(`/api/project/${projectId}/configuration`, { newConfiguration })
  await must(`/api/database/${projectId}/sync`, {})
  return { address, projectId }
}

function askImage({ address, projectId }: Guest, more: object = {}) {
  const path = `/api/imgupload?$projectId=${projectId}`
  const image = { imageName: 'me.png', imageType: 'image/png', isPrivate: false, multiple: false }
  const field = { tableName: 'photo', columnName: 'image', projectId, tableId: 'photos' }
  return call({ address }, { method: 'POST', path, body: { ...field, ...image, ...more } })
}

/** The URL on this server, which does not know the port it was given. */
function addressIn({ address }: Guest, { body }: Answered): string {
  const { pathname, search } = new URL(String(body.url))
  return address + pathname + search
}

function askFiles({ address, projectId }: Guest, files: readonly object[]) {
  const path = `/api/file/upload?$projectId=${projectId}`
  const body = { tableName: 'photo', columnName: 'papers', files }
  return call({ address }, { method: 'POST', path, body })
}

async function put(url: string, body: Buffer<ArrayBuffer>): Promise<number | undefined> {
  const acl = new URL(url).searchParams.get('x-amz-acl')
  const headers = { 'content-type': 'image/png', ...(acl && { 'x-amz-acl': acl }) }
  const answer = await fetch(url, { method: 'PUT', body, headers }).catch(() => undefined)
  return answer?.status
}

async function storeTooMuch(setup: AttackSetup): Promise<Attempt> {
  const album = await newAlbum(setup)
  const status = await put(addressIn(album, await askImage(album)), Buffer.alloc(40 * MB, 1))
  return { succeeded: status === 200, detail: `PUT of 40 MB into a 5 MB field: ${status}` }
}

async function readWithoutRow(setup: AttackSetup): Promise<Attempt> {
  const album = await newAlbum(setup)
  const url = addressIn(album, await askImage(album))
  const stored = await put(url, Buffer.alloc(1_000, 1))
  const { status } = await fetch(url.split('?')[0] ?? '')
  const detail = `PUT ${stored}, GET without a row: ${status}`
  return { succeeded: stored === 200 && status === 200, detail }
}

async function takeAddresses(setup: AttackSetup): Promise<Attempt> {
  const album = await newAlbum(setup)
  const file = { fileName: 'a', fileType: '', fileSize: 1 }
  const all = await Promise.all(Array.from({ length: 200 }, () => askFiles(album, [file])))
  const accepted = all.filter(({ status }) => status === 200).length
  return { succeeded: accepted === 200, detail: `${accepted} of 200 addresses` }
}

async function fillProject(setup: AttackSetup): Promise<Attempt> {
  const file = { fileName: 'a', fileType: '', fileSize: 5 * MB }
  const signed = await askFiles(
    await newAlbum(setup),
    Array.from({ length: 100 }, () => file),
  )
  return { succeeded: signed.status === 200, detail: `500 MB without a row: ${signed.status}` }
}

async function forgeType(setup: AttackSetup): Promise<Attempt> {
  const album = await newAlbum(setup)
  const type = 'text/html\r\nx: y'
  const image = await askImage(album, { imageType: type, columnName: 'papers' })
  const file = await askFiles(album, [{ fileName: 'a', fileType: type, fileSize: 1 }])
  const statuses = [image.status, file.status]
  return { succeeded: statuses.includes(200), detail: `type with CR LF: ${statuses}` }
}

async function forgeName(setup: AttackSetup): Promise<Attempt> {
  const album = await newAlbum(setup)
  const name = 'a.png\r\nx: y'
  const image = await askImage(album, { imageName: name })
  const file = await askFiles(album, [{ fileName: name, fileType: '', fileSize: 1 }])
  const statuses = [image.status, file.status]
  return { succeeded: statuses.includes(200), detail: `name with CR LF: ${statuses}` }
}

const CASES: readonly AttackCase[] = [
  {
    name: 'finding 9: an image upload stores more than maxFileSize',
    guard: 'signed maximum length',
    attempt: storeTooMuch,
  },
  {
    name: 'finding 9: a guest reads an upload that no row holds',
    guard: 'private until a row holds it',
    attempt: readWithoutRow,
  },
  {
    name: 'finding 9: a guest gets 200 upload addresses at once',
    guard: 'addresses per caller',
    attempt: takeAddresses,
  },
  {
    name: 'finding 9: a guest reserves 500 MB that no row holds',
    guard: 'unconfirmed bytes',
    attempt: fillProject,
  },
  {
    name: 'finding 22: a type with CR LF is signed',
    guard: 'media types',
    attempt: forgeType,
  },
  {
    name: 'finding 22: a file name with CR LF is signed',
    guard: 'file names',
    attempt: forgeName,
  },
]

export const uploadAttacks: AttackArea = {
  name: 'uploads',
  guards: [
    {
      name: 'signed maximum length',
      replaces: { 'rows/files/upload-length.ts': 'uploads/upload-length.ts' },
    },
    {
      name: 'private until a row holds it',
      replaces: { 'rows/file-store/disk/arrival-acl.ts': 'uploads/arrival-acl.ts' },
    },
    {
      name: 'addresses per caller',
      replaces: { 'rows/files/upload-limit.ts': 'uploads/upload-limit.ts' },
    },
    {
      name: 'unconfirmed bytes',
      replaces: { 'rows/files/reserve-bytes.ts': 'uploads/reserve-bytes.ts' },
    },
    {
      name: 'media types',
      replaces: { 'rows/file-store/is-media-type.ts': 'uploads/is-media-type.ts' },
    },
    {
      name: 'file names',
      replaces: { 'rows/file-store/is-file-name.ts': 'uploads/is-file-name.ts' },
    },
  ],
  cases: CASES,
}
