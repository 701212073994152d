import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORIGIN, openTestDisk } from '../../files/testing/open-test-stores.ts'
import { newFileKey } from '../file-key.ts'
import type { FileStore } from '../file-store.ts'
import type { DiskFileStore } from './disk-file-store.ts'

let store: FileStore
let stop: () => Promise<void>
beforeAll(async () => {
  const opened = await openTestDisk()
  store = opened.store
  stop = opened.stop
})
afterAll(() => stop())

async function upload(type: string) {
  const key = newFileKey({ folder: ['prj_1', 'note', 'file'], fileName: 'a.svg' })
  const terms = { key, type, length: { exact: 5 }, expiresInSeconds: 60 }
  const url = await store.staging.signUpload(terms)
  const send = () =>
    fetch(url, {
      method: 'PUT',
      body: '<svg>',
      headers: { 'content-type': type, 'x-amz-acl': 'private' },
    })
  return { key, send }
}

test('R27: serves types that can contain scripts as sandboxed downloads', async () => {
  const { key, send } = await upload('image/svg+xml')
  await send()
  await store.setAcl(key, 'public-read')
  const { headers } = await fetch(store.publicUrl(key))
  expect(headers.get('content-disposition')).toBe('attachment')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
})

test('rejects a second upload to a key, also while the first is in progress', async () => {
  const { send } = await upload('image/png')
  expect((await send()).status).toBe(200)
  expect((await send()).status).toBe(409)
  const other = await upload('image/png')
  const all = await Promise.all(Array.from({ length: 8 }, () => other.send()))
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
})

test('of two processes that write a key in one folder one succeeds', async () => {
  const key = newFileKey({ folder: ['prj_1', 'note', 'file'], fileName: 'a.txt' })
  const entry = { key, type: 'text/plain', acl: 'private' as const, length: { exact: 5 } }
  const outcomes = await Promise.all(
    ['first', 'other'].map((text) =>
      (store as DiskFileStore).folder.receive({
        ...entry,
        body: Readable.from([Buffer.from(text)]),
      }),
    ),
  )
  expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['exists', 'stored'])
  const stored = outcomes.find(({ kind }) => kind === 'stored')
  expect(await store.find(key)).toMatchObject(
    stored && 'etag' in stored ? { etag: stored.etag } : {},
  )
})

test('serves a type that cannot be a header as plain bytes', async () => {
  const key = newFileKey({ folder: ['prj_1', 'note', 'file'], fileName: 'a.txt' })
  const body = Readable.from([Buffer.from('hello')])
  await store.write({ key, type: 'text/html\r\nx: y', acl: 'public-read', size: 5, body })
  const answer = await fetch(store.publicUrl(key))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/octet-stream')
  expect(answer.headers.get('x')).toBeNull()
})

test.each([
  [ORIGIN, ORIGIN],
  ['https://elsewhere.example.com', null],
])('R32: origin %s gets access-control-allow-origin %s', async (origin, allowed) => {
  const { key, send } = await upload('image/png')
  await send()
  for (const method of ['GET', 'OPTIONS']) {
    const { headers } = await fetch(store.publicUrl(key), { method, headers: { origin } })
    expect(headers.get('access-control-allow-origin')).toBe(allowed)
  }
})

test.each(['../secret.key', '%2e%2e/secret.key', 'prj_1/../../x', '.drafts/x', 'a~facts'])(
  'no URL leads out of the folder: %s',
  async (path) => {
    expect([403, 404]).toContain((await fetch(store.publicUrl(path))).status)
  },
)
