import { randomUUID } from 'node:crypto'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { S3Settings } from '../s3/s3-settings.ts'

const MINUTES = 15 * 60

/** Signs uploads as the SDK does by itself, for comparison. */
export interface SdkStore {
  sign(type: string): Promise<string>
  close(): void
}

export function openSdkStore(settings: S3Settings): SdkStore {
  const { region, endpoint = '', bucket: Bucket, accessKeyId, secretAccessKey } = settings
  const client = new S3Client({
    region,
    endpoint,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
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
