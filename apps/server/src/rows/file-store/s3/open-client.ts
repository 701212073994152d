import { S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '../../../foundation/settings/s3-settings.ts'

/** A client that works with the stores we know, and gives up in time. */
export function openClient(settings: S3Settings, endpoint: string | undefined): S3Client {
  return new S3Client({
    region: settings.region,
    ...(endpoint ? { endpoint } : {}),
    forcePathStyle: settings.forcePathStyle,
    credentials: {
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
    },
    // Streams with a checksum trailer, and signed addresses with the checksum of nothing, are refused by many stores.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 30_000,
      // Without it the time-out is only logged.
      throwOnRequestTimeout: true,
    },
  })
}
