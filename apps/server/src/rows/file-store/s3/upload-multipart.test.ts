import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { HeadObjectCommand, ListMultipartUploadsCommand, type S3Client } from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Ceph, hasCeph, startCeph } from '../../files/testing/start-ceph.ts'
import { openClient } from './open-client.ts'
import { uploadMultipart } from './upload-multipart.ts'

const MEGABYTE = 1024 * 1024
const PART = 16 * MEGABYTE

describe.skipIf(!hasCeph)('uploads to S3', () => {
  let ceph: Ceph
  let client: S3Client
  let sent: string[]
  /** Command names that fail, with the number of the call. */
  let failing: Map<string, number>
  let pulled: number
  let pulledAtPart: number[]

  beforeAll(async () => {
    ceph = await startCeph()
  })
  afterAll(() => ceph.stop())
  beforeEach(() => {
    client = openClient(ceph.settings, ceph.settings.endpoint)
    sent = []
    pulled = 0
    pulledAtPart = []
    failing = new Map()
    place = { Bucket: 'plinth', Key: `backups/prj_1/${randomUUID()}` }
    client.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          const name = commandName.replace(/Command$/, '')
          sent.push(name)
          if (failing.get(name) === sent.filter((each) => each === name).length) {
            throw new Error(`${name} failed`)
          }
          // Gives the source time to deliver more than it should.
          if (name === 'UploadPart') {
            await sleep(50)
            pulledAtPart.push(pulled)
          }
          return next(args)
        },
      { step: 'initialize' },
    )
  })
  afterEach(() => client.destroy())

  let place: { Bucket: string; Key: string }
  const upload = (megabytes: number, end?: Error) => {
    const chunk = Buffer.alloc(MEGABYTE, 7)
    async function* source() {
      for (let at = 0; at < megabytes; at += 1) {
        pulled += chunk.length
        yield chunk
      }
      if (end) throw end
    }
    const body = Readable.from(source(), { objectMode: false })
    const type = 'application/zstd'
    return uploadMultipart(client, { place, type, acl: 'private', body })
  }
  const listUnfinished = async () => {
    const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket: 'plinth' }))
    return Uploads ?? []
  }

  test('sends a stream shorter than a part in one request', async () => {
    expect(await upload(3)).toBe(3 * MEGABYTE)
    expect(sent).toEqual(['PutObject'])
  })

  test('reads at most one part ahead of the store', async () => {
    expect(await upload(80)).toBe(80 * MEGABYTE)
    expect(pulledAtPart).toHaveLength(5)
    for (const [at, bytes] of pulledAtPart.entries()) {
      expect(bytes).toBeLessThanOrEqual((at + 1) * PART + 2 * MEGABYTE)
    }
    expect(await listUnfinished()).toEqual([])
  })

  test.each([
    ['the source', () => upload(40, new Error('The source failed')), 'The source failed', []],
    ['a part', () => upload(40), 'UploadPart failed', [['UploadPart', 2]]],
    [
      'the completion',
      () => upload(40),
      'CompleteMultipartUpload failed',
      [['CompleteMultipartUpload', 1]],
    ],
  ] as const)('removes the parts when %s fails', async (_name, send, message, fails) => {
    failing = new Map(fails)
    await expect(send()).rejects.toThrow(message)
    expect(sent).toContain('CreateMultipartUpload')
    expect(sent.at(-1)).toBe('AbortMultipartUpload')
    expect(await listUnfinished()).toEqual([])
    await expect(client.send(new HeadObjectCommand(place))).rejects.toThrow()
  })

  test('throws the cause when the parts cannot be removed', async () => {
    failing = new Map([['AbortMultipartUpload', 1]])
    await expect(upload(40, new Error('The source failed'))).rejects.toThrow('The source failed')
    expect(await listUnfinished()).toHaveLength(1)
  })
})
