import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
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
  await albums().updateMany([
    { id: 'r1', cover: fileOf('a.png') },
    { id: 'r2', name: 'Autumn' },
    { id: 'r3', cover: fileOf('c.png') },
  ])
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
