import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../app/testing/eventually.ts'
import { withPlatform } from '../../app/testing/people.ts'
import type { StoreKind } from '../file-store/file-store.ts'
import { thumbnailKeyOf } from '../file-store/thumbnail-key.ts'
import { sweepExpired } from './sweep-expired.ts'
import { startFileSweep } from './sweep-files.ts'
import { putInPieces, type Sending } from './testing/put-in-pieces.ts'
import { hasCeph } from './testing/start-ceph.ts'
import { startS3Server } from './testing/start-s3-server.ts'
import { PNG, useAlbum } from './testing/use-album.ts'

/** Limit of the field `small`. */
const MAX = 10

let started: Awaited<ReturnType<typeof startS3Server>>
beforeAll(async () => {
  if (hasCeph) started = await startS3Server()
}, 90_000)
afterAll(() => started?.stop())

const places = (['disk', 's3'] as const).flatMap((store) =>
  (['sqlite3', 'postgres'] as const).map((database) => ({ store, database })),
)

describe.skipIf(!hasCeph).each(places)('uploads to $store, rows on $database', (place) => {
  const album = useAlbum(place.database, () => started.server.address)
  beforeAll(() => setStore(place.store))
  const setStore = (store: StoreKind) =>
    withPlatform((client) =>
      client.query('update project set file_store = $2 where id = $1', [album.projectId(), store]),
    )
  const store = () => started.server.context.files.in(place.store)
  const recordOf = (key: string) =>
    withPlatform(async (client) => {
      const result = await client.query('select * from upload where key = $1', [key])
      return result.rows[0] as Record<string, unknown> | undefined
    })
  const create = (body: object) => album.post('/api/data/photo', body)
  const change = async (id: string, body: object) => {
    const address = `${started.server.address}/api/data/photo/${id}?$projectId=${album.projectId()}`
    const headers = { 'content-type': 'application/json' }
    return (await fetch(address, { method: 'PUT', headers, body: JSON.stringify(body) })).status
  }
  const idOf = (made: { body: unknown }) => (made.body as { data: { id: string } }).data.id
  /** All unsigned URLs of a file. */
  const statusesOf = async (fileKey: string, more: string[] = []) => {
    const base = started.settings.PLINTH_BASE_URL
    const addresses = [
      store().publicUrl(fileKey),
      store().publicUrl(`incoming/${fileKey}`),
      store().publicUrl(thumbnailKeyOf(fileKey)),
      `${base}/files/${fileKey}`,
      ...more,
    ]
    return Promise.all(addresses.map(async (url) => (await fetch(url)).status))
  }
  const expectClosed = async (fileKey: string, more: string[] = []) => {
    for (const status of await statusesOf(fileKey, more)) expect([403, 404]).toContain(status)
  }
  const requestImage = async (columnName = 'small', more: object = {}) => {
    const signed = await album.post('/api/imgupload', {
      imageName: 'me.txt',
      imageType: 'text/plain',
      tableName: 'photo',
      columnName,
      projectId: album.projectId(),
      tableId: 'photos',
      isPrivate: false,
      multiple: false,
      ...more,
    })
    expect(signed.status, JSON.stringify(signed.body)).toBe(200)
    const { url } = signed.body as { url: string }
    return {
      url,
      file: album.described(url, {
        fileName: 'me.txt',
        fileType: 'text/plain',
        fileSize: 1,
      }),
    }
  }

  test('a file of a public field is private until a row references it', async () => {
    const image = await album.upload('image')
    await expectClosed(image.fileKey, [image.url])
    expect((await create({ title: 'Taken' })).status).toBe(200)
    expect((await create({ title: 'Taken', image })).status).toBe(409)
    await expectClosed(image.fileKey, [image.url])
    const made = await create({ isOpen: true, title: 'Free', image })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const { url } = (made.body as { data: { image: { url: string } } }).data.image
    expect(url).toBe(store().publicUrl(image.fileKey))
    const shown = await fetch(url)
    expect(shown.status).toBe(200)
    expect(Buffer.from(await shown.arrayBuffer()).equals(PNG)).toBe(true)
    expect(await recordOf(image.fileKey)).toMatchObject({ is_public: true, reserved: null })
  })

  test('a file of a rejected update stays private when the row is saved without it', async () => {
    const id = idOf(await create({ title: 'One' }))
    await create({ title: 'Other' })
    const image = await album.upload('image')
    expect(await change(id, { title: 'Other', image })).toBe(409)
    expect(await change(id, { title: 'One more' })).toBe(200)
    await expectClosed(image.fileKey)
    expect(await change(id, { image })).toBe(200)
    expect((await fetch(store().publicUrl(image.fileKey))).status).toBe(200)
  })

  test('a private image can be read only by a signed URL', async () => {
    const { url, file } = await requestImage('image', { isPrivate: true, imageType: 'image/png' })
    expect((await album.put(url, PNG)).status).toBe(200)
    const image = { ...file, fileType: 'image/png' }
    expect((await create({ isOpen: true, image })).status).toBe(200)
    await expectClosed(file.fileKey)
    const named = { tableName: 'photo', columnName: 'image', imageurl: url.split('?')[0] }
    const more = { isPrivate: true, multiple: false, tableId: 'photos' }
    const linked = await album.post('/api/imgdownloadurl', {
      ...named,
      ...more,
      projectId: album.projectId(),
    })
    expect((await fetch((linked.body as { url: string }).url)).status).toBe(200)
  })

  const bytes = (count: number) => Buffer.alloc(count, 'a')
  test.each<[string, Sending, number]>([
    ['as many bytes as the field takes', { chunks: [bytes(MAX)], length: MAX }, 200],
    ['the same in pieces of unknown length', { chunks: [bytes(4), bytes(6)] }, 200],
    ['nothing', { chunks: [], length: 0 }, 200],
    ['one byte more', { chunks: [bytes(MAX + 1)], length: MAX + 1 }, 413],
    ['one byte more in pieces of unknown length', { chunks: [bytes(MAX), bytes(1)] }, 413],
    ['40 MB of unknown length', { chunks: [bytes(40 * 1024 * 1024)] }, 413],
    ['less than its length says', { chunks: [bytes(2)], length: MAX, isAborted: true }, 0],
  ])('upload URL with a maximum of ten bytes: %s', async (_name, sending, status) => {
    const { url, file } = await requestImage()
    const answered = await putInPieces(url, sending)
    expect(answered).toBe(status)
    await expectClosed(file.fileKey, [url.split('?')[0] ?? ''])
    const stored = await store().staging.peek(file.fileKey, 1)
    expect(stored !== undefined).toBe(status === 200)
    const made = await create({ isOpen: true, small: file })
    expect(made.status, JSON.stringify(made.body)).toBe(status === 200 ? 200 : 422)
    if (status === 200) expect((await fetch(store().publicUrl(file.fileKey))).status).toBe(200)
  })

  test('rejects an image upload URL with a changed maximum, type or key', async () => {
    const { url } = await requestImage()
    const changed = (change: (address: URL) => void) => {
      const address = new URL(url)
      change(address)
      return address.href
    }
    for (const each of [
      changed(({ searchParams }) => searchParams.set('max', '99')),
      changed(({ searchParams }) => searchParams.delete('max')),
      changed(({ searchParams }) => searchParams.append('size', '99')),
      changed(({ searchParams }) => searchParams.set('Content-Type', 'text/html')),
      changed((address) => {
        address.pathname = address.pathname.replace('.txt', '.html')
      }),
    ])
      expect((await album.put(each, bytes(5))).status).toBe(403)
    const headers = { 'content-type': 'text/plain', 'x-amz-acl': 'public-read' }
    expect((await fetch(url, { method: 'PUT', body: bytes(5), headers })).status).toBe(403)
    expect((await album.put(url, bytes(5))).status).toBe(200)
  })

  test('of two concurrent uploads to one URL a row gets one complete file', async () => {
    const { url, file } = await requestImage()
    const both = await Promise.all([
      putInPieces(url, { chunks: [Buffer.from('aaaaa')] }),
      putInPieces(url, { chunks: [Buffer.from('bbbbb')] }),
    ])
    expect(both).toContain(200)
    const made = await create({ isOpen: true, small: file })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const before = await (await fetch(store().publicUrl(file.fileKey))).text()
    expect(['aaaaa', 'bbbbb']).toContain(before)
    expect(await putInPieces(url, { chunks: [Buffer.from('ccccc')] })).toBe(403)
    expect(await (await fetch(store().publicUrl(file.fileKey))).text()).toBe(before)
  })

  const age = (key: string, more = '') =>
    withPlatform((client) =>
      client.query(
        `update upload set created_at = now() - interval '2 hours' ${more} where key = $1`,
        [key],
      ),
    )

  test('deletes an expired unused upload, and counts a used one with its real size', async () => {
    const [unused, used] = [await requestImage('image'), await requestImage('image')]
    expect((await album.put(used.url, bytes(400_000))).status).toBe(200)
    expect((await recordOf(used.file.fileKey))?.reserved).toBe('5242880')
    for (const { file } of [unused, used]) await age(file.fileKey)
    while (await sweepExpired(started.server.context));
    // The sweep of the tests' own server may have locked one of them.
    await eventually(async () => (await recordOf(unused.file.fileKey)) === undefined)
    await eventually(async () => (await recordOf(used.file.fileKey))?.reserved === '400000')
    expect((await album.put(unused.url, bytes(5))).status).toBe(403)
  })

  test('publishes a file whose process was killed after saving the row', async () => {
    const image = await album.upload('image')
    expect((await create({ isOpen: true, image })).status).toBe(200)
    await store().setAcl(image.fileKey, 'private')
    const sweeper = startFileSweep(started.server.context)
    await age(image.fileKey, ", is_public = false, reserved = 1, state_at = now() - interval '1 h'")
    const statusOf = async () => (await fetch(store().publicUrl(image.fileKey))).status
    await eventually(async () => (await statusOf()) === 200, 25_000)
    // The record follows the file, so that a file which cannot be published is tried again.
    await eventually(async () => (await recordOf(image.fileKey))?.state === 'held')
    expect(await recordOf(image.fileKey)).toMatchObject({ state: 'held', reserved: null })

    // Deleted before the sweeper confirmed it: no file stays public without a row.
    const other = await album.upload('image')
    const gone = idOf(await create({ isOpen: true, image: other }))
    const address = `${started.server.address}/api/data/photo/${gone}?$projectId=${album.projectId()}`
    expect((await fetch(address, { method: 'DELETE' })).status).toBe(200)
    await age(other.fileKey, ", state_at = now() - interval '1 h'")
    await eventually(async () => (await recordOf(other.fileKey)) === undefined, 25_000)
    await expectClosed(other.fileKey)
    await sweeper.stop()
  })
})
