import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { openTestDisk, openTestS3 } from '../files/testing/open-test-stores.ts'
import { hasCeph } from '../files/testing/start-ceph.ts'
import { newFileKey } from './file-key.ts'
import type { Acl, FileStore } from './file-store.ts'

const PNG = 'image/png'
const MINUTES = 15 * 60
const newKey = () => newFileKey({ folder: ['prj_1', 'photo', 'image'], fileName: 'Me & you.PNG' })

/** Uploads a file like the data helper: type and ACL are read from the URL. */
function put(url: string, body: Buffer, change: Record<string, string> = {}): Promise<Response> {
  const { searchParams } = new URL(url)
  const headers: Record<string, string> = {}
  const type = searchParams.get('Content-Type')
  const acl = searchParams.get('x-amz-acl')
  if (type) headers['content-type'] = type
  if (acl) headers['x-amz-acl'] = acl
  return fetch(url, { method: 'PUT', body, headers: { ...headers, ...change } })
}

function edited(url: string, edit: (address: URL) => void): string {
  const address = new URL(url)
  edit(address)
  return address.href
}

async function collected(keys: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = []
  for await (const key of keys) found.push(key)
  return found
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  return Buffer.concat(await stream.toArray())
}

describe.each([
  { kind: 'disk', open: openTestDisk, here: true },
  { kind: 's3', open: openTestS3, here: hasCeph },
] as const)('$kind', ({ open, here }) => {
  describe.skipIf(!here)('stores files', () => {
    let store: FileStore
    let stop: () => Promise<void>
    beforeAll(async () => {
      const opened = await open()
      store = opened.store
      stop = opened.stop
    })
    afterAll(() => stop())

    const upload = async (exact = 9) => {
      const terms = { key: newKey(), type: PNG, length: { exact }, expiresInSeconds: MINUTES }
      return { url: await store.staging.signUpload(terms), key: terms.key }
    }
    const stored = async (acl: Acl, body = Buffer.from('nine byte')) => {
      const { url, key } = await upload(body.length)
      expect((await put(url, body)).status).toBe(200)
      await store.staging.accept(key)
      if (acl === 'public-read') await store.setAcl(key, acl)
      return key
    }

    test.each([0, 9, 70_000, 3_000_000])('reads back %s bytes unchanged', async (size) => {
      const body = randomBytes(size)
      const { url, key } = await upload(size)
      expect(url).not.toContain('checksum')
      const answer = await put(url, body)
      const etag = createHash('md5').update(body).digest('hex')
      expect(answer.status).toBe(200)
      expect(answer.headers.get('etag')).toBe(`"${etag}"`)
      expect(await store.staging.peek(key, 100)).toMatchObject({ size, type: PNG, etag })
      expect(await store.staging.accept(key)).toBe(etag)
      expect(await store.staging.accept(key)).toBe(etag)
      expect(await store.find(key)).toMatchObject({ size, type: PNG, etag })
      expect((await bytesOf(await store.read(key))).equals(body)).toBe(true)
      const looked = await store.peek(key, 100)
      expect(looked).toMatchObject({ size, type: PNG, etag })
      expect(looked?.start.equals(body.subarray(0, 100))).toBe(true)
      expect(await store.peek(newKey(), 100)).toBeUndefined()
    })

    test('an upload is private until it is accepted and made public', async () => {
      const { url, key } = await upload()
      expect((await put(url, Buffer.from('nine byte'))).status).toBe(200)
      const addresses = [url.split('?')[0] ?? '', store.publicUrl(key)]
      const statuses = async () =>
        (await Promise.all(addresses.map((each) => fetch(each)))).map(({ status }) => status)
      for (const status of await statuses()) expect([403, 404]).toContain(status)
      await store.staging.accept(key)
      expect(await statuses()).toEqual([403, 403])
      await store.setAcl(key, 'public-read')
      expect((await fetch(store.publicUrl(key))).status).toBe(200)
    })

    test('a repeated upload does not overwrite the accepted file', async () => {
      const { url, key } = await upload()
      expect((await put(url, Buffer.from('nine byte'))).status).toBe(200)
      const { etag = '' } = (await store.staging.peek(key, 1)) ?? {}
      expect(await store.staging.accept(key)).toBe(etag)
      await store.setAcl(key, 'public-read')
      await put(url, Buffer.from('BAD BYTES'))
      expect(await (await fetch(store.publicUrl(key))).text()).toBe('nine byte')
      await store.staging.remove(key)
      expect(await store.find(key)).toMatchObject({ size: 9, etag })
      await store.remove([key])
      expect(await store.staging.peek(key, 1)).toBeUndefined()
    })

    test('accept returns undefined for a missing upload', async () => {
      const key = newKey()
      expect(await store.staging.peek(key, 1)).toBeUndefined()
      expect(await store.staging.accept(key)).toBeUndefined()
      await store.staging.remove(key)
    })

    test('a private file looks missing without a signed URL', async () => {
      const key = await stored('private')
      const [hidden, missing] = [store.publicUrl(key), store.publicUrl(newKey())]
      expect((await fetch(hidden)).status).toBe(403)
      expect([403, 404]).toContain((await fetch(missing)).status)
      const disposition = 'attachment; filename="me.png"'
      const url = await store.signDownload({ key, disposition, expiresInSeconds: 300 })
      const answer = await fetch(url)
      expect(answer.status).toBe(200)
      expect(await answer.text()).toBe('nine byte')
      expect(answer.headers.get('content-disposition')).toBe(disposition)
      expect(answer.headers.get('content-type')).toBe(PNG)
    })

    test('a public file can be read at its unsigned URL', async () => {
      const key = await stored('public-read')
      const answer = await fetch(store.publicUrl(key))
      expect(answer.status).toBe(200)
      expect(await answer.text()).toBe('nine byte')
      const part = await fetch(store.publicUrl(key), { headers: { range: 'bytes=5-8' } })
      expect(part.status).toBe(206)
      expect(await part.text()).toBe('byte')
    })

    test('a public file can be made private and public again', async () => {
      const key = await stored('public-read')
      expect((await fetch(store.publicUrl(key))).status).toBe(200)
      await store.setAcl(key, 'private')
      expect((await fetch(store.publicUrl(key))).status).toBe(403)
      const url = await store.signDownload({ key, disposition: 'inline', expiresInSeconds: 300 })
      expect(await (await fetch(url)).text()).toBe('nine byte')
      expect(await store.find(key)).toMatchObject({ size: 9, type: PNG })
      await store.setAcl(key, 'public-read')
      expect((await fetch(store.publicUrl(key))).status).toBe(200)
      await store.setAcl(newKey(), 'private')
    })

    // R27: each property that a signature binds.
    const nine = Buffer.from('nine byte')
    const other = (name: string, value: string) => (url: string) =>
      edited(url, ({ searchParams }) => searchParams.set(name, value))
    test.each<[string, (url: string) => Promise<Response>]>([
      ['method', (url) => fetch(url, { method: 'DELETE' })],
      ['method, read instead of write', (url) => fetch(url)],
      [
        'key',
        (url) =>
          put(
            edited(url, (address) => {
              address.pathname += 'x'
            }),
            nine,
          ),
      ],
      ['length', (url) => put(url, Buffer.from('ten  bytes'))],
      ['type in the header', (url) => put(url, nine, { 'content-type': 'text/html' })],
      ['type', (url) => put(other('Content-Type', 'text/html')(url), nine)],
      ['ACL in the header', (url) => put(url, nine, { 'x-amz-acl': 'public-read' })],
      ['ACL', (url) => put(other('x-amz-acl', 'public-read')(url), nine)],
      [
        'expiry',
        (url) => put(other('exp', '99999999999')(other('X-Amz-Expires', '86400')(url)), nine),
      ],
    ])('rejects an upload URL with another %s', async (_name, send) => {
      const { url, key } = await upload()
      const { status } = await send(url)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
      expect(await store.staging.peek(key, 1)).toBeUndefined()
    })

    test('rejects a download URL with another disposition or key', async () => {
      const [key, strange] = [await stored('private'), await stored('private')]
      const url = await store.signDownload({
        key,
        disposition: 'attachment',
        expiresInSeconds: 300,
      })
      expect((await fetch(other('response-content-disposition', 'inline')(url))).status).toBe(403)
      expect((await fetch(url.replace(key, strange))).status).toBe(403)
    })

    test('a signed URL expires', async () => {
      const key = await stored('private')
      const url = await store.signDownload({ key, disposition: 'inline', expiresInSeconds: 1 })
      await eventually(async () => (await fetch(url)).status === 403)
    })

    test('writes files, lists them by prefix and removes them repeatedly', async () => {
      const key = newFileKey({ folder: ['prj_listed', 'run'], fileName: 'result.json' })
      const body = Buffer.from('{"a":1}')
      const file = { key, type: 'application/json', acl: 'private' as const, size: body.length }
      await store.write({ ...file, body: Readable.from([body]) })
      expect(await collected(store.list('prj_listed/'))).toEqual([key])
      expect((await bytesOf(await store.read(key))).equals(body)).toBe(true)
      await store.remove([key, newKey()])
      await store.remove([key])
      expect(await store.find(key)).toBeUndefined()
      expect(await collected(store.list('prj_listed/'))).toEqual([])
    })

    test.each([0, 1_000, 17 * 1024 * 1024])(
      'a stream of %i bytes of unknown length becomes visible when complete',
      async (size) => {
        const key = `backups/prj_1/${size}.plinth`
        const bytes = randomBytes(size)
        const file = { key, type: 'application/zstd', acl: 'private' as const }
        const broken = async function* () {
          yield randomBytes(1_000)
          throw new Error('the source ended')
        }
        const failed = store.writeStream({ ...file, body: Readable.from(broken()) })
        await expect(failed).rejects.toThrow('the source ended')
        expect(await store.find(key)).toBeUndefined()
        const body = Readable.from([bytes], { objectMode: false })
        expect(await store.writeStream({ ...file, body })).toBe(size)
        expect((await bytesOf(await store.read(key))).equals(bytes)).toBe(true)
        await store.remove([key])
      },
    )

    test('check succeeds', async () => {
      await store.check()
    })
  })
})
