import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { Acl } from '../file-store.ts'

/** S3 takes ten thousand pieces: 160 GB. */
const PIECE_BYTES = 16 * 1024 * 1024

interface Written {
  place: { Bucket: string; Key: string }
  type: string
  acl: Acl | undefined
  body: Readable
}

async function* piecesOf(body: Readable): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    held.push(chunk)
    size += chunk.length
    if (size < PIECE_BYTES) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  yield Buffer.concat(held)
}

/** Uploads what has no known length; the object appears when its last piece is there, or not at all. */
export async function writeInPieces(
  client: S3Client,
  { place, type, acl, body }: Written,
): Promise<number> {
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ ...place, ContentType: type, ...(acl ? { ACL: acl } : {}) }),
  )
  let size = 0
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = []
    for await (const Body of piecesOf(body)) {
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
