import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { Acl } from '../file-store.ts'

/** S3 allows 10,000 parts: 160 GB. */
const PART_BYTES = 16 * 1024 * 1024

interface Written {
  place: { Bucket: string; Key: string }
  type: string
  acl: Acl | undefined
  body: Readable
}

async function* partsOf(body: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(chunks)
    chunks = []
    size = 0
  }
  yield Buffer.concat(chunks)
}

/** Uploads a stream of unknown length; the object appears when complete, or not at all. */
export async function uploadMultipart(
  client: S3Client,
  { place, type, acl, body }: Written,
): Promise<number> {
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ ...place, ContentType: type, ...(acl ? { ACL: acl } : {}) }),
  )
  let size = 0
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = []
    for await (const Body of partsOf(body)) {
      const PartNumber = Parts.length + 1
      const sent = await client.send(
        new UploadPartCommand({ ...place, UploadId, PartNumber, Body }),
      )
      Parts.push({ PartNumber, ETag: sent.ETag })
      size += Body.length
    }
    await client.send(
      new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } }),
    )
    return size
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => {})
    throw error
  }
}
