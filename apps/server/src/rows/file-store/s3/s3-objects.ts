import type { Readable } from 'node:stream'
import { GetObjectCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import type { PeekedFile, StoredFile } from '../file-store.ts'

export function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  return name === 'NotFound' || name === 'NoSuchKey' || $metadata?.httpStatusCode === 404
}

interface Head {
  ContentLength?: number | undefined
  /** Set for a part of a file; ends with the total size. */
  ContentRange?: string | undefined
  ContentType?: string | undefined
  ETag?: string | undefined
}

function toStored({ ContentLength, ContentRange, ContentType, ETag }: Head): StoredFile {
  const whole = /\/(\d+)$/.exec(ContentRange ?? '')?.[1]
  return {
    size: whole === undefined ? (ContentLength ?? 0) : Number(whole),
    type: ContentType ?? '',
    etag: (ETag ?? '').replaceAll('"', ''),
  }
}

/** Reads objects of a bucket by their raw keys, staged or not. */
export function openObjects(client: S3Client, Bucket: string) {
  async function find(Key: string): Promise<StoredFile | undefined> {
    try {
      return toStored(await client.send(new HeadObjectCommand({ Bucket, Key })))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async function peek(Key: string, firstBytes: number): Promise<PeekedFile | undefined> {
    const Range = `bytes=0-${firstBytes - 1}`
    try {
      const got = await client.send(new GetObjectCommand({ Bucket, Key, Range }))
      const parts = await (got.Body as Readable).toArray()
      return { ...toStored(got), start: Buffer.concat(parts) }
    } catch (error) {
      if (isMissing(error)) return undefined
      if ((error as Error).name !== 'InvalidRange') throw error
      // An empty file has no first byte.
      const empty = await find(Key)
      return empty && { ...empty, start: Buffer.alloc(0) }
    }
  }

  return { find, peek }
}

export type S3Objects = ReturnType<typeof openObjects>
