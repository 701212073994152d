import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from './create-client.ts'
import { createData } from './create-data.ts'
import { type LocalServer, startLocalServer } from './testing/local-server.ts'

let server: LocalServer
let refused: (path: string) => boolean

beforeAll(async () => {
  server = await startLocalServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.requests.length = 0
  refused = () => false
  server.answer = ({ path, body }) => {
    if (refused(path)) return { status: 403, body: {} }
    if (path !== '/api/file/upload') return { body: { data: {} } }
    const { files, columnName } = body as { files: { fileName: string }[]; columnName: string }
    const headers = 'Content-Type=image%2Fpng&x-amz-acl=private'
    const urls = files.map(
      ({ fileName }) =>
        `${server.address}/bucket/prj_1/t/${columnName}/${fileName}?${headers}&sig=s`,
    )
    return { body: { urls } }
  }
})

const albums = () =>
  createData({ client: createClient({ baseUrl: server.address, token: () => 't' }) }).table(
    'albums',
  )
const fileOf = (name: string) => new File(['12345'], name, { type: 'image/x-png' })
const stored = (column: string, fileName: string) => ({
  fileName,
  fileSize: 5,
  fileType: 'image/x-png',
  fileKey: `prj_1/t/${column}/${fileName}`,
  url: `${server.address}/bucket/prj_1/t/${column}/${fileName}`,
})

test('uploads files before the row and sends their descriptors', async () => {
  const kept = stored('pictures', 'kept.png')
  const pictures = [fileOf('a.png'), kept, fileOf('b.png')]
  await albums().create({ name: 'Summer', cover: fileOf('cover.png'), pictures })
  const requests = server.requests.filter(({ path }) => path === '/api/file/upload')
  expect(requests.map(({ body }) => body)).toContainEqual({
    tableName: 'albums',
    columnName: 'cover',
    files: [{ fileName: 'cover.png', fileSize: 5, fileType: 'image/x-png' }],
  })
  const sent = server.requests.filter(({ method }) => method === 'PUT')
  expect(sent.map(({ path }) => path).toSorted()).toEqual([
    '/bucket/prj_1/t/cover/cover.png',
    '/bucket/prj_1/t/pictures/a.png',
    '/bucket/prj_1/t/pictures/b.png',
  ])
  for (const { headers, body } of sent) {
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'x-amz-acl': 'private' })
    expect(body).toBe('12345')
  }
  expect(server.requests.at(-1)).toMatchObject({
    method: 'POST',
    path: '/api/data/albums',
    body: {
      name: 'Summer',
      cover: stored('cover', 'cover.png'),
      pictures: [stored('pictures', 'a.png'), kept, stored('pictures', 'b.png')],
    },
  })
})

test('uploads the files of many rows before the rows', async () => {
  server.answer = (
    (before) => (heard) =>
      heard.path === '/api/data/albums' ? { body: { data: [] } } : before(heard)
  )(server.answer)
  const shares: number[] = []
  const changes = [
    { id: 'r1', cover: fileOf('a.png') },
    { id: 'r2', name: 'Autumn' },
    { id: 'r3', cover: fileOf('c.png') },
  ]
  await albums().updateMany(changes, { onSent: (share) => shares.push(share) })
  expect(shares).toEqual([1 / 3, 1])
  expect(server.requests.at(-1)).toMatchObject({
    method: 'PUT',
    path: '/api/data/albums',
    body: [
      { id: 'r1', cover: stored('cover', 'a.png') },
      { id: 'r2', name: 'Autumn' },
      { id: 'r3', cover: stored('cover', 'c.png') },
    ],
  })
})

test.each([
  { name: 'the store', refuses: (path: string) => path.includes('/a.png') },
  { name: 'the server', refuses: (path: string) => path === '/api/file/upload' },
])('logs and skips a file that $name rejects', async ({ refuses }) => {
  refused = refuses
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await albums().create({ name: 'Summer', cover: fileOf('a.png') })
  expect(server.requests.at(-1)).toMatchObject({
    path: '/api/data/albums',
    body: { name: 'Summer' },
  })
  expect(error).toHaveBeenCalledExactlyOnceWith('Uploading to cover failed', expect.any(Error))
  error.mockRestore()
})

test('reports the progress of all files of a record as one share', async () => {
  const shares: number[] = []
  const onSent = (share: number) => shares.push(share)
  await albums().create({ cover: fileOf('a.png'), pictures: [fileOf('b.png')] }, { onSent })
  expect(shares).toEqual([0.5, 1])
})

test('an abort during an upload writes no row', async () => {
  const stop = new AbortController()
  const answer = server.answer
  server.answer = (heard) => {
    if (heard.method === 'PUT') stop.abort()
    return answer(heard)
  }
  const call = albums().create({ cover: fileOf('a.png') }, { signal: stop.signal })
  await expect(call).rejects.toMatchObject({ code: 'ERR_CANCELED' })
  expect(server.requests.map(({ path }) => path)).not.toContain('/api/data/albums')
})

test('upload returns the value of a stored file, or rejects', async () => {
  const upload = () => albums().upload('cover', fileOf('a.png'))
  expect(await upload()).toEqual(stored('cover', 'a.png'))
  refused = (path) => path.includes('/a.png')
  await expect(upload()).rejects.toThrow('File storage returned 403')
})

describe('links', () => {
  const asked = () => server.requests.map(({ body }) => body as { files: unknown[]; want: string })
  beforeEach(() => {
    server.answer = ({ body }) => {
      const { files } = body as { files: { fileKey: string }[] }
      const links = files.map(({ fileKey }) => ({ fileKey, url: `/${fileKey}`, isWaiting: false }))
      return { body: { links } }
    }
  })
  const row = () => ({ id: 'r1', cover: stored('cover', 'a.png'), pictures: null })

  test('asks for the files of rows in their order, at most 90 a call', async () => {
    const pictures = Array.from({ length: 50 }, (_, at) => stored('pictures', `${at}.png`))
    const rows = [
      { id: 'r1', pictures },
      { id: 'r2', pictures: [] },
      { id: 'r3', pictures },
    ]
    const links = await albums().links(rows, 'pictures', { want: 'download' })
    expect(asked().map(({ files }) => files.length)).toEqual([90, 10])
    expect(asked()[0]).toMatchObject({
      tableName: 'albums',
      columnName: 'pictures',
      want: 'download',
    })
    expect(asked()[1]?.files[0]).toEqual({ rowId: 'r3', fileKey: pictures[40]?.fileKey })
    expect(links).toHaveLength(100)
  })

  test('of one row are to view by default; without files nothing is asked', async () => {
    expect(await albums().links(row(), 'cover')).toHaveLength(1)
    expect(asked()[0]?.want).toBe('view')
    expect(await albums().links(row(), 'pictures')).toEqual([])
    expect(server.requests).toHaveLength(1)
  })

  test('thumb is the thumbnail of the first picture', async () => {
    expect(await albums().thumb(row(), 'cover')).toMatchObject({ fileKey: row().cover.fileKey })
    expect(asked()[0]?.want).toBe('thumbnail')
    expect(await albums().thumb(row(), 'pictures')).toBeNull()
  })
})
