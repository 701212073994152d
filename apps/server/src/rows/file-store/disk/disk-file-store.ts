import type { Readable } from 'node:stream'
import { deriveKeys, type KeyRing } from '../../../foundation/secrets/key-ring.ts'
import type { FileStore, NewFile } from '../file-store.ts'
import { ARRIVAL_ACL } from './arrival-acl.ts'
import { type FileFolder, openFileFolder } from './file-folder.ts'
import { signAddress } from './signature.ts'

export interface DiskFileStore extends FileStore {
  kind: 'disk'
  readonly folder: FileFolder
  /** The secrets that may have signed a URL, the current one first; read again after a rotation. */
  secrets(): readonly Buffer[]
}

/** Stores files in a local folder, served by this process at `/files`. URL parameters are named as in S3. */
export function openDiskFileStore(options: {
  root: string
  baseUrl: string
  /** Not shared with other readers: a key ring reports each change once. */
  keyRing: KeyRing
}): DiskFileStore {
  const folder = openFileFolder(options.root)
  const derive = () => deriveKeys(options.keyRing, 'file-addresses')
  let known = derive()
  function secrets(): readonly Buffer[] {
    if (options.keyRing.refresh()) known = derive()
    return known
  }
  const publicUrl = (key: string) => `${options.baseUrl}/files/${key}`

  function sign(method: string, key: string, signed: readonly [string, string][]): string {
    const parameters = new Map(signed)
    const query = new URLSearchParams(signed as [string, string][])
    const [secret] = secrets()
    if (!secret) throw new Error('disk-file-store: the key ring is empty')
    query.set('sig', signAddress(secret, { method, key, parameters }))
    return `${publicUrl(key)}?${query}`
  }
  const expiry = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds)

  const peek: FileStore['peek'] = async (key, firstBytes) => {
    const metadata = await folder.readMetadata(key)
    if (!metadata) return undefined
    const start = folder.stream(key, { start: 0, end: firstBytes - 1 })
    return { ...metadata, start: Buffer.concat(await start.toArray()) }
  }
  async function write({ size, ...file }: NewFile): Promise<void> {
    // A killed process may have left content without metadata.
    if (!(await folder.readMetadata(file.key))) await folder.remove(file.key)
    const received = await folder.receive({ ...file, length: { exact: size } })
    if (received.kind === 'wrongSize')
      throw new Error('disk-file-store: file size differs from the announced one')
  }

  return {
    kind: 'disk',
    folder,
    secrets,
    publicUrl,
    staging: {
      signUpload: async ({ key, type, length, expiresInSeconds }) =>
        sign('PUT', key, [
          ['Content-Type', type],
          // Only clients that upload an exact length send this header.
          ...('exact' in length
            ? ([
                ['x-amz-acl', 'private'],
                ['size', String(length.exact)],
              ] as [string, string][])
            : ([['max', String(length.max)]] as [string, string][])),
          ['exp', expiry(expiresInSeconds)],
        ]),
      write: (file) => write({ ...file, acl: ARRIVAL_ACL }),
      peek,
      // A key on disk is written once, so an upload URL cannot overwrite it.
      accept: async (key) => (await folder.readMetadata(key))?.etag,
      withdraw: async () => {},
      remove: async () => {},
    },
    signDownload: async ({ key, disposition, expiresInSeconds }) =>
      sign('GET', key, [
        ['response-content-disposition', disposition],
        ['exp', expiry(expiresInSeconds)],
      ]),
    find: (key) => folder.readMetadata(key),
    peek,
    read: async (key): Promise<Readable> => folder.stream(key),
    write,
    setAcl: (key, acl) => folder.setAcl(key, acl),
    writeStream: async ({ key, type, acl, body }) => {
      await folder.remove(key)
      await folder.receive({ key, type, acl, body, length: { max: Number.MAX_SAFE_INTEGER } })
      return (await folder.readMetadata(key))?.size ?? 0
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
