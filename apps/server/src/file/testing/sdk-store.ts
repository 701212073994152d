import { randomUUID } from 'node:crypto'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { openClient } from '../s3/open-client.ts'
import type { S3Settings } from '../s3/s3-settings.ts'

const MINUTES = 15 * 60

/** Signs uploads as the SDK does by itself, for comparison. */
export interface SdkStore {
  sign(type: string): Promise<string>
  close(): void
}

export function openSdkStore(settings: S3Settings): SdkStore {
  const Bucket = settings.bucket
  const client = openClient(settings, settings.endpoint)
  return {
    sign: (ContentType) =>
      getSignedUrl(
        client,
        new PutObjectCommand({ Bucket, Key: `sdk/${randomUUID()}`, ContentType }),
        {
          expiresIn: MINUTES,
          signableHeaders: new Set(['content-type', 'host']),
        },
      ),
    close: () => client.destroy(),
  }
}
