import { S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '../../../foundation/settings/s3-settings.ts'

/** An S3 client with time-outs and settings that all known stores accept. */
export function openClient(settings: S3Settings, endpoint: string | undefined): S3Client {
  return new S3Client({
    region: settings.region,
    ...(endpoint ? { endpoint } : {}),
    forcePathStyle: settings.forcePathStyle,
    credentials: {
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
    },
    // Many stores reject checksum trailers of streams, and signed URLs with the checksum of an empty body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 30_000,
      // Otherwise the time-out is only logged.
      throwOnRequestTimeout: true,
    },
  })
}
