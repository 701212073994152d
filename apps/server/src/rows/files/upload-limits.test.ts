import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { withPlatform } from '../../app/testing/people.ts'
import { hasCeph } from './testing/start-ceph.ts'
import { startS3Server } from './testing/start-s3-server.ts'
import { useAlbum } from './testing/use-album.ts'

const MB = 1024 * 1024
/** Upload URLs per guest and minute. */
const RATE = 120
/** Byte limits of a project, of its outsiders together, and of one caller. */
const [PROJECT, OUTSIDERS, CALLER] = [1024 * MB, 512 * MB, 256 * MB]

let second: Awaited<ReturnType<typeof startS3Server>>
beforeAll(async () => {
  if (hasCeph) second = await startS3Server()
}, 90_000)
afterAll(() => second?.stop())

interface Answered {
  status: number
  retryAfter: string | null
  message: string | undefined
}

/** A project whose upload URLs are requested from all processes. */
function useLimits(database: 'sqlite3' | 'postgres') {
  const album = useAlbum(database)
  const addresses = () => [inject('server').address, ...(hasCeph ? [second.server.address] : [])]
  const images = { columnName: 'image', imageName: 'me.png', imageType: 'image/png' }
  async function ask(
    at: { address: string; token?: string },
    path: string,
    body: object,
  ): Promise<Answered> {
    const answer = await fetch(`${at.address}${path}?$projectId=${album.projectId()}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(at.token && { authorization: `Bearer ${at.token}` }),
      },
      body: JSON.stringify(body),
    })
    const json = (await answer.json()) as { error?: { message: string } }
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      message: json.error?.message,
    }
  }
  const askImage = (at: { address: string; token?: string }) =>
    ask(at, '/api/imgupload', {
      ...images,
      tableName: 'photo',
      projectId: album.projectId(),
      tableId: 'photos',
      isPrivate: false,
      multiple: false,
    })
  const askFiles = (at: { address: string; token?: string }, count: number, fileSize = MB) =>
    ask(at, '/api/file/upload', {
      tableName: 'photo',
      columnName: 'papers',
      files: Array.from({ length: count }, () => ({
        fileName: 'a.bin',
        fileType: '',
        fileSize,
      })),
    })
  /** Adds unconfirmed bytes of other callers. */
  const pretend = (caller: string, bytes: number) =>
    withPlatform((client) =>
      client.query(
        `insert into upload (key, environment_id, table_id, column_id, file_name, type, acl, store, reserved, caller)
         select $1, id, '', '', '', '', 'private', 'disk', $3, $4 from environment where project_id = $2 and name = 'dev'`,
        [randomUUID(), album.projectId(), bytes, caller],
      ),
    )
  const forget = () =>
    withPlatform((client) =>
      client.query(
        `delete from upload where reserved is not null
         and environment_id in (select id from environment where project_id = $1)`,
        [album.projectId()],
      ),
    )
  const reservedBytes = () =>
    withPlatform(async (client) => {
      const result = await client.query(
        `select coalesce(sum(reserved), 0)::float8 as sum from upload
         where environment_id in (select id from environment where project_id = $1)`,
        [album.projectId()],
      )
      return result.rows[0]?.sum as number
    })

  return { album, addresses, askImage, askFiles, pretend, forget, reservedBytes }
}

describe.each(['sqlite3', 'postgres'] as const)('limits of bytes, rows on %s', (database) => {
  const limits = useLimits(database)
  const { album, addresses, askImage, askFiles, pretend, forget, reservedBytes } = limits

  test('unconfirmed bytes are limited exactly across processes', async () => {
    await forget()
    const all = await Promise.all(
      Array.from({ length: 80 }, (_, at) => {
        const address = addresses()[at % addresses().length] ?? ''
        return askFiles({ address }, 1, 5 * MB)
      }),
    )
    const accepted = all.filter(({ status }) => status === 200).length
    expect(accepted).toBe(Math.floor(CALLER / (5 * MB)))
    expect(await reservedBytes()).toBe(accepted * 5 * MB)
    const refused = all.filter(({ status }) => status !== 200)
    for (const { status, retryAfter, message } of refused) {
      expect([status, retryAfter]).toEqual([429, '900'])
      expect(message).toMatch(/more than 256 MB of uploads that no row holds yet. Save the rows/)
    }
  })

  test.each<[string, { others: [string, number][]; isStaff: boolean }, number]>([
    [
      'allows a guest while another one is at the limit',
      { others: [['guest x', CALLER]], isStaff: false },
      200,
    ],
    [
      'rejects a guest when guests and users have half',
      {
        others: [
          ['guest x', OUTSIDERS / 2],
          ['user y', OUTSIDERS / 2],
        ],
        isStaff: false,
      },
      429,
    ],
    [
      'allows staff when guests have half',
      { others: [['guest x', OUTSIDERS]], isStaff: true },
      200,
    ],
    [
      'rejects staff when the project is full',
      { others: [['key x', PROJECT]], isStaff: true },
      429,
    ],
  ])('%s', async (_name, { others, isStaff }, status) => {
    await forget()
    for (const [caller, bytes] of others) await pretend(caller, bytes)
    const at = { address: addresses()[0] ?? '', ...(isStaff && { token: album.owner().token }) }
    expect((await askFiles(at, 1)).status).toBe(status)
    expect((await askImage(at)).status).toBe(status)
  })

  test('rejects a batch over the limit as a whole and accepts a smaller one', async () => {
    await forget()
    const staff = { address: addresses()[0] ?? '', token: album.owner().token }
    expect((await askFiles(staff, 100, 5 * MB)).status).toBe(429)
    expect(await reservedBytes()).toBe(0)
    expect((await askFiles(staff, 50, 5 * MB)).status).toBe(200)
  })

  test('frees bytes once rows reference the files', async () => {
    await forget()
    const image = await album.upload('image')
    // A small file counts as 256 KB.
    expect(await reservedBytes()).toBe(256 * 1024)
    expect((await album.create({ image })).status).toBe(200)
    expect(await reservedBytes()).toBe(0)
  })
})

describe.each(['sqlite3', 'postgres'] as const)('limits of upload URLs, rows on %s', (database) => {
  const { album, addresses, askImage, askFiles } = useLimits(database)

  test('upload URLs are limited per caller across processes', async () => {
    const all = await Promise.all(
      Array.from({ length: 200 }, (_, at) => {
        const address = addresses()[at % addresses().length] ?? ''
        return askFiles({ address }, 1, 1)
      }),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(RATE)
    const refused = await askImage({ address: addresses()[0] ?? '' })
    expect(refused.status).toBe(429)
    expect(Number(refused.retryAfter)).toBeGreaterThan(0)
    expect(Number(refused.retryAfter)).toBeLessThanOrEqual(60)
    expect(refused.message).toMatch(/^Too many uploads: at most 120 files a minute. Try again in/)
    const staff = { address: addresses()[0] ?? '', token: album.owner().token }
    for (let at = 0; at < 2; at += 1) expect((await askFiles(staff, 100, 1)).status).toBe(200)
  })
})

describe('names and types that are not valid in headers', () => {
  const album = useAlbum('sqlite3')
  const image = (more: object) =>
    album.post('/api/imgupload', {
      imageName: 'me.png',
      imageType: 'image/png',
      tableName: 'photo',
      columnName: 'image',
      projectId: album.projectId(),
      tableId: 'photos',
      isPrivate: true,
      multiple: false,
      ...more,
    })

  test.each([
    ['text/html\r\nx: y', 422],
    ['text/html\nx: y', 422],
    ['text/plain\u0001', 422],
    ['text/plain; charset=utf-8\r\n', 422],
    ['text/plain; charset="a\r\nb"', 422],
    ['text /plain', 422],
    ['plain', 422],
    ['text/', 422],
    ['text/pl\u00e4in', 422],
    ['text/plain, text/html', 422],
    ['image/png', 200],
    ['image/svg+xml', 200],
    ['text/plain; charset=utf-8', 200],
    ['application/vnd.ms-excel.sheet.macroEnabled.12', 200],
    ['', 200],
  ])('R26: the type %j is answered %i on both routes', async (type, status) => {
    const files = [{ fileType: type, fileSize: 1 }]
    expect((await album.ask('papers', files)).status).toBe(status)
    expect((await image({ imageType: type, columnName: 'papers' })).status).toBe(status)
  })

  test.each([
    ['a\r\nx: y.png', 422],
    ['a\u0001.png', 422],
    ['a\u202egnp.exe', 422],
    ['Me & "you" (1).png', 200],
    ['Ümläut 写真.png', 200],
  ])('R26: the name %j is answered %i on both routes', async (name, status) => {
    expect((await album.ask('papers', [{ fileName: name, fileSize: 1 }])).status).toBe(status)
    expect((await image({ imageName: name })).status).toBe(status)
  })
})
