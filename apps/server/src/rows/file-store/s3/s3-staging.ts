import {
  CopyObjectCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { S3Settings } from '../../../foundation/settings/s3-settings.ts'
import { stagedKeyOf } from '../file-key.ts'
import type { UploadStaging, UploadTerms } from '../file-store.ts'
import { isMissing, type S3Objects } from './s3-objects.ts'

const SIGNED = new Set(['host', 'content-type', 'content-length', 'x-amz-acl'])
const NOT_HOISTED = new Set(['x-amz-acl', 'content-type', 'content-length'])

/** A PUT whose type and ACL are also URL parameters, where the data helper reads them. */
function uploadCommand(settings: S3Settings, { key, type, length }: UploadTerms) {
  if (!('exact' in length)) throw new Error('s3-staging: a signed PUT requires an exact length')
  const acl = settings.acl === 'object' ? 'private' : undefined
  const command = new PutObjectCommand({
    Bucket: settings.bucket,
    Key: stagedKeyOf(key),
    ContentType: type,
    ContentLength: length.exact,
    ...(acl ? { ACL: acl } : {}),
  })
  command.middlewareStack.add(
    (next) => async (args) => {
      const { query } = args.request as { query: Record<string, string> }
      query['Content-Type'] = type
      if (acl) query['x-amz-acl'] = acl
      return next(args)
    },
    { step: 'build', name: 'addTypeAndAcl' },
  )
  return command
}

interface Opened {
  settings: S3Settings
  client: S3Client
  /** Signs for the host that browsers use. */
  signer: S3Client
  objects: S3Objects
}

/**
 * Stages uploads under a separate prefix. A signed PUT can be repeated until it expires, but after `accept` it only
 * overwrites the staged object, not the file that a row references.
 */
export function openS3Staging({ settings, client, signer, objects }: Opened): UploadStaging {
  const { bucket: Bucket } = settings
  const remove = async (key: string) => {
    await client.send(new DeleteObjectCommand({ Bucket, Key: stagedKeyOf(key) }))
  }
  return {
    signUpload: async (terms) =>
      getSignedUrl(signer, uploadCommand(settings, terms), {
        expiresIn: terms.expiresInSeconds,
        signableHeaders: SIGNED,
        unhoistableHeaders: NOT_HOISTED,
      }),
    write: async ({ key, type, size, body }) => {
      await client.send(
        new PutObjectCommand({
          Bucket,
          Key: stagedKeyOf(key),
          ContentType: type,
          ContentLength: size,
          Body: body,
        }),
      )
    },
    // A pending upload that was moved here from another store has its final key.
    peek: async (key, firstBytes) =>
      (await objects.peek(stagedKeyOf(key), firstBytes)) ?? objects.peek(key, firstBytes),
    accept: async (key) => {
      const CopySource = `${Bucket}/${stagedKeyOf(key)}`
      try {
        const copied = await client.send(new CopyObjectCommand({ Bucket, Key: key, CopySource }))
        return copied.CopyObjectResult?.ETag?.replaceAll('"', '') ?? ''
      } catch (error) {
        if (!isMissing(error)) throw error
        return (await objects.find(key))?.etag
      }
    },
    withdraw: async (key) => {
      // With ACLs the file is private; without them the operator's bucket policy may make it public by its key.
      if (settings.acl === 'object' || !(await objects.find(stagedKeyOf(key)))) return
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }))
    },
    remove,
  }
}
