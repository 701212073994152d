import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFileKey } from '../file-key.ts'
import type { FileStore } from '../file-store.ts'
import { ORIGIN, openTestDisk } from '../testing/open-test-stores.ts'

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
  const terms = { key, type, acl: 'public-read' as const, size: 5, expiresInSeconds: 60 }
  const url = await store.signUpload(terms)
  const send = () =>
    fetch(url, {
      method: 'PUT',
      body: '<svg>',
      headers: { 'content-type': type, 'x-amz-acl': 'public-read' },
    })
  return { key, send }
}

test('R27: what could carry a script is saved, never shown, and in a sandbox', async () => {
  const { key, send } = await upload('image/svg+xml')
  await send()
  const { headers } = await fetch(store.publicUrl(key))
  expect(headers.get('content-disposition')).toBe('attachment')
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
})

test('a key is written once', async () => {
  const { send } = await upload('image/png')
  expect((await send()).status).toBe(200)
  expect((await send()).status).toBe(409)
})

test.each([
  [ORIGIN, ORIGIN],
  ['https://elsewhere.example.com', null],
])('R32: %s is told %s', async (origin, allowed) => {
  const { key, send } = await upload('image/png')
  await send()
  for (const method of ['GET', 'OPTIONS']) {
    const { headers } = await fetch(store.publicUrl(key), { method, headers: { origin } })
    expect(headers.get('access-control-allow-origin')).toBe(allowed)
  }
})

test.each(['../secret.key', '%2e%2e/secret.key', 'prj_1/../../x', '.drafts/x', 'a~facts'])(
  'no address leads out of the folder: %s',
  async (path) => {
    expect([403, 404]).toContain((await fetch(store.publicUrl(path))).status)
  },
)
