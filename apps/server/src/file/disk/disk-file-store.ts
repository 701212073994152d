import { hkdfSync } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FileStore } from '../file-store.ts'
import { type FileFolder, openFileFolder } from './file-folder.ts'
import { signAddress } from './signature.ts'

const KEY_BYTES = 32

export interface DiskFileStore extends FileStore {
  kind: 'disk'
  readonly folder: FileFolder
  readonly secret: Buffer
}

/** Files beside the data, served by our own process at `/files`; parameters are named as S3 names them. */
export function openDiskFileStore(given: {
  root: string
  baseUrl: string
  secretKey: string
}): DiskFileStore {
  const folder = openFileFolder(given.root)
  const secret = Buffer.from(
    hkdfSync('sha256', given.secretKey, 'plinth', 'file-addresses', KEY_BYTES),
  )
  const publicUrl = (key: string) => `${given.baseUrl}/files/${key}`

  function sign(method: string, key: string, said: readonly [string, string][]): string {
    const parameters = new Map(said)
    const query = new URLSearchParams(said as [string, string][])
    query.set('sig', signAddress(secret, { method, key, parameters }))
    return `${publicUrl(key)}?${query}`
  }
  const expiry = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds)

  return {
    kind: 'disk',
    folder,
    secret,
    publicUrl,
    signUpload: async ({ key, type, acl, size, expiresInSeconds }) =>
      sign('PUT', key, [
        ['Content-Type', type],
        ['x-amz-acl', acl],
        ...(size === undefined ? [] : [['size', String(size)] as [string, string]]),
        ['exp', expiry(expiresInSeconds)],
      ]),
    signDownload: async ({ key, disposition, expiresInSeconds }) =>
      sign('GET', key, [
        ['response-content-disposition', disposition],
        ['exp', expiry(expiresInSeconds)],
      ]),
    find: (key) => folder.readFacts(key),
    look: async (key, firstBytes) => {
      const facts = await folder.readFacts(key)
      if (!facts) return undefined
      const start = folder.stream(key, { start: 0, end: firstBytes - 1 })
      return { ...facts, start: Buffer.concat(await start.toArray()) }
    },
    read: async (key): Promise<Readable> => folder.stream(key),
    write: async ({ key, type, acl, size, body }) => {
      const received = await folder.receive({ key, type, acl, size, body, most: size })
      if (received.kind === 'wrongSize') throw new Error('The file is not as long as announced')
    },
    setAcl: (key, acl) => folder.setAcl(key, acl),
    writeStream: async ({ key, type, acl, body }) => {
      await folder.remove(key)
      await folder.receive({ key, type, acl, size: undefined, body, most: Number.MAX_SAFE_INTEGER })
      return (await folder.readFacts(key))?.size ?? 0
    },
    remove: async (keys) => {
      for (const key of keys) await folder.remove(key)
    },
    list: (prefix) => folder.list(prefix),
    check: async () => {
      await folder.check()
    },
  }
}
