import { randomUUID } from 'node:crypto'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { S3Settings } from '../../../foundation/settings/s3-settings.ts'
import { openClient } from '../../file-store/s3/open-client.ts'

const MINUTES = 15 * 60

/** Signs uploads with the plain SDK, for comparison. */
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
