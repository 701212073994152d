import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import pg from 'pg'
import type { S3Settings } from '../../../foundation/settings/s3-settings.ts'
import { openClient } from '../../file-store/s3/open-client.ts'

const TABLES = `
  create table if not exists bench_upload (key text primary key, size bigint, state text, row_id text);
  create table if not exists bench_row (id text primary key, paper jsonb)`
const FIRST_BYTES = 'bytes=0-4099'

interface Uploading {
  body: Buffer<ArrayBuffer>
  type: string
  put(url: string, body: Buffer<ArrayBuffer>, headers: Record<string, string>): Promise<void>
}

/** Lower bound of a confirmed upload: the same round trips and commits without the server. */
export async function openFloor(settings: S3Settings, databaseUrl: string) {
  const Bucket = settings.bucket
  const client = openClient(settings, settings.endpoint)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  await pool.query(TABLES)

  async function upload({ body, type, put }: Uploading): Promise<void> {
    const Key = `floor/${randomUUID()}`
    const announced = 'insert into bench_upload (key, size, state) values ($1, $2, $3)'
    await pool.query({ name: 'announce', text: announced, values: [Key, body.length, 'pending'] })
    const command = new PutObjectCommand({ Bucket, Key, ContentType: type })
    await put(await getSignedUrl(client, command, { expiresIn: 900 }), body, {
      'content-type': type,
    })
    const got = await client.send(new GetObjectCommand({ Bucket, Key, Range: FIRST_BYTES }))
    await (got.Body as Readable).toArray()
    const id = randomUUID()
    const claimed = `update bench_upload set state = 'claimed', row_id = $2 where key = $1`
    await pool.query({ name: 'claim', text: claimed, values: [Key, id] })
    const added = 'insert into bench_row (id, paper) values ($1, $2)'
    const paper = JSON.stringify({ fileKey: Key, fileSize: body.length, fileType: type })
    await pool.query({ name: 'add', text: added, values: [id, paper] })
  }

  return {
    upload,
    async close() {
      client.destroy()
      await pool.end()
    },
  }
}
