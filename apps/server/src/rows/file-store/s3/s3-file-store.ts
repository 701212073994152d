import type { Readable } from 'node:stream'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectAclCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { S3Settings } from '../../../foundation/settings/s3-settings.ts'
import { stagedKeyOf, unstagedKeyOf } from '../file-key.ts'
import type { FileStore } from '../file-store.ts'
import { openClient } from './open-client.ts'
import { isMissing, openObjects } from './s3-objects.ts'
import { openS3Staging } from './s3-staging.ts'
import { uploadMultipart } from './upload-multipart.ts'

/** S3 allows 1,000 keys; each file also has a staged one. */
const DELETED_AT_ONCE = 500

/** Stores files in an S3 bucket; clients upload and download directly. */
export function openS3FileStore(settings: S3Settings): FileStore & { close(): void } {
  const { bucket: Bucket } = settings
  const client = openClient(settings, settings.endpoint)
  const signer = openClient(settings, settings.publicEndpoint ?? settings.endpoint)
  const base =
    settings.publicBaseUrl ??
    `${settings.publicEndpoint ?? settings.endpoint ?? `https://s3.${settings.region}.amazonaws.com`}/${Bucket}`

  const objects = openObjects(client, Bucket)

  async function* listAll(Prefix: string): AsyncIterable<string> {
    let next: string | undefined
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix, ...(next ? { ContinuationToken: next } : {}) }),
      )
      for (const { Key } of page.Contents ?? []) if (Key) yield Key
      next = page.NextContinuationToken
    } while (next)
  }

  return {
    kind: 's3',
    publicUrl: (key) => `${base.replace(/\/$/, '')}/${key}`,
    staging: openS3Staging({ settings, client, signer, objects }),
    signDownload: ({ key, disposition, expiresInSeconds }) =>
      getSignedUrl(
        signer,
        new GetObjectCommand({ Bucket, Key: key, ResponseContentDisposition: disposition }),
        { expiresIn: expiresInSeconds },
      ),
    find: objects.find,
    peek: objects.peek,
    read: async (key) => {
      const object = await client.send(new GetObjectCommand({ Bucket, Key: key }))
      return object.Body as Readable
    },
    write: async ({ key, type, acl, size, body }) => {
      await client.send(
        new PutObjectCommand({
          Bucket,
          Key: key,
          ContentType: type,
          ContentLength: size,
          Body: body,
          ...(settings.acl === 'object' ? { ACL: acl } : {}),
        }),
      )
    },
    setAcl: async (key, acl) => {
      // In a store without ACLs the operator's bucket policy decides what is public.
      if (settings.acl === 'none') return
      try {
        await client.send(new PutObjectAclCommand({ Bucket, Key: key, ACL: acl }))
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },
    writeStream: ({ key, type, acl, body }) =>
      uploadMultipart(client, {
        place: { Bucket, Key: key },
        type,
        acl: settings.acl === 'object' ? acl : undefined,
        body,
      }),
    remove: async (keys) => {
      for (let at = 0; at < keys.length; at += DELETED_AT_ONCE) {
        const Objects = keys
          .slice(at, at + DELETED_AT_ONCE)
          .flatMap((key) => [{ Key: key }, { Key: stagedKeyOf(key) }])
        await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
      }
    },
    list: async function* (prefix) {
      for await (const key of listAll(prefix)) yield key
      for await (const key of listAll(stagedKeyOf(prefix))) yield unstagedKeyOf(key)
    },
    check: async () => {
      await client.send(new HeadBucketCommand({ Bucket }))
    },
    close: () => {
      client.destroy()
      signer.destroy()
    },
  }
}
