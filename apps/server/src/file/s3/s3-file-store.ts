import type { Readable } from 'node:stream'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectAclCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { FileStore, StoredFile, UploadTerms } from '../file-store.ts'
import { openClient } from './open-client.ts'
import type { S3Settings } from './s3-settings.ts'
import { writeInPieces } from './write-in-pieces.ts'

const DELETED_AT_ONCE = 1000
const SIGNED = new Set(['host', 'content-type', 'content-length', 'x-amz-acl'])
const NOT_HOISTED = new Set(['x-amz-acl', 'content-type', 'content-length'])

function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  return name === 'NotFound' || name === 'NoSuchKey' || $metadata?.httpStatusCode === 404
}

/** A PUT whose type and ACL also stand in the address, where the data helper reads them. */
function uploadCommand(settings: S3Settings, { key, type, acl, size }: UploadTerms) {
  const sentAcl = settings.acl === 'object' ? acl : undefined
  const command = new PutObjectCommand({
    Bucket: settings.bucket,
    Key: key,
    ContentType: type,
    ...(size === undefined ? {} : { ContentLength: size }),
    ...(sentAcl ? { ACL: sentAcl } : {}),
  })
  command.middlewareStack.add(
    (next) => async (args) => {
      const { query } = args.request as { query: Record<string, string> }
      query['Content-Type'] = type
      if (sentAcl) query['x-amz-acl'] = sentAcl
      return next(args)
    },
    { step: 'build', name: 'sayTypeAndAcl' },
  )
  return command
}

interface Head {
  ContentLength?: number | undefined
  /** Of a part of a file: which one, and how large all of it is. */
  ContentRange?: string | undefined
  ContentType?: string | undefined
  ETag?: string | undefined
}

function toStored({ ContentLength, ContentRange, ContentType, ETag }: Head): StoredFile {
  const whole = /\/(\d+)$/.exec(ContentRange ?? '')?.[1]
  return {
    size: whole === undefined ? (ContentLength ?? 0) : Number(whole),
    type: ContentType ?? '',
    etag: (ETag ?? '').replaceAll('"', ''),
  }
}

/** Files in a bucket of an S3 server; people's bytes go there without passing us. */
export function openS3FileStore(settings: S3Settings): FileStore & { close(): void } {
  const { bucket: Bucket } = settings
  const client = openClient(settings, settings.endpoint)
  const signer = openClient(settings, settings.publicEndpoint ?? settings.endpoint)
  const base =
    settings.publicBaseUrl ??
    `${settings.publicEndpoint ?? settings.endpoint ?? `https://s3.${settings.region}.amazonaws.com`}/${Bucket}`

  async function find(key: string): Promise<StoredFile | undefined> {
    try {
      return toStored(await client.send(new HeadObjectCommand({ Bucket, Key: key })))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  return {
    kind: 's3',
    publicUrl: (key) => `${base.replace(/\/$/, '')}/${key}`,
    signUpload: (terms) =>
      getSignedUrl(signer, uploadCommand(settings, terms), {
        expiresIn: terms.expiresInSeconds,
        signableHeaders: SIGNED,
        unhoistableHeaders: NOT_HOISTED,
      }),
    signDownload: ({ key, disposition, expiresInSeconds }) =>
      getSignedUrl(
        signer,
        new GetObjectCommand({ Bucket, Key: key, ResponseContentDisposition: disposition }),
        { expiresIn: expiresInSeconds },
      ),
    find,
    look: async (key, firstBytes) => {
      const Range = `bytes=0-${firstBytes - 1}`
      try {
        const got = await client.send(new GetObjectCommand({ Bucket, Key: key, Range }))
        const parts = await (got.Body as Readable).toArray()
        return { ...toStored(got), start: Buffer.concat(parts) }
      } catch (error) {
        if (isMissing(error)) return undefined
        if ((error as Error).name !== 'InvalidRange') throw error
        // An empty file has no first byte.
        const empty = await find(key)
        return empty && { ...empty, start: Buffer.alloc(0) }
      }
    },
    read: async (key) => {
      const got = await client.send(new GetObjectCommand({ Bucket, Key: key }))
      return got.Body as Readable
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
      // A store without ACLs tells public from private by a policy of its operator.
      if (settings.acl === 'none') return
      try {
        await client.send(new PutObjectAclCommand({ Bucket, Key: key, ACL: acl }))
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },
    writeStream: ({ key, type, acl, body }) =>
      writeInPieces(client, {
        place: { Bucket, Key: key },
        type,
        acl: settings.acl === 'object' ? acl : undefined,
        body,
      }),
    remove: async (keys) => {
      for (let at = 0; at < keys.length; at += DELETED_AT_ONCE) {
        const Objects = keys.slice(at, at + DELETED_AT_ONCE).map((Key) => ({ Key }))
        await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
      }
    },
    list: async function* (prefix) {
      let next: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({
            Bucket,
            Prefix: prefix,
            ...(next ? { ContinuationToken: next } : {}),
          }),
        )
        for (const { Key } of page.Contents ?? []) if (Key) yield Key
        next = page.NextContinuationToken
      } while (next)
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
