import type { Readable } from 'node:stream'
import { AbortMultipartUploadCommand, type S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { Acl } from '../file-store.ts'

/** S3 allows 10,000 parts: 160 GB. */
const PART_BYTES = 16 * 1024 * 1024

interface Written {
  place: { Bucket: string; Key: string }
  type: string
  acl: Acl | undefined
  body: Readable
}

/** Uploads a stream of unknown length; the object appears when complete, or not at all. */
export async function uploadMultipart(
  client: S3Client,
  { place, type, acl, body }: Written,
): Promise<number> {
  const upload = new Upload({
    client,
    params: { ...place, ContentType: type, Body: body, ...(acl ? { ACL: acl } : {}) },
    partSize: PART_BYTES,
    // One part in memory at a time.
    queueSize: 1,
    leavePartsOnError: true,
  })
  let size = 0
  upload.on('httpUploadProgress', ({ loaded }) => {
    size = loaded ?? size
  })
  try {
    await upload.done()
    return size
  } catch (error) {
    // The library leaves the parts of an upload whose completion fails, and a failed abort would hide the cause.
    const { uploadId: UploadId } = upload
    if (UploadId) {
      await client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => {})
    }
    throw error
  }
}
