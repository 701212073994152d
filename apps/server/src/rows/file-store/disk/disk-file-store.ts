import { hkdfSync } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FileStore, NewFile } from '../file-store.ts'
import { ARRIVAL_ACL } from './arrival-acl.ts'
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

  const look: FileStore['look'] = async (key, firstBytes) => {
    const facts = await folder.readFacts(key)
    if (!facts) return undefined
    const start = folder.stream(key, { start: 0, end: firstBytes - 1 })
    return { ...facts, start: Buffer.concat(await start.toArray()) }
  }
  async function write({ size, ...file }: NewFile): Promise<void> {
    // A process that was killed may have left content without facts.
    if (!(await folder.readFacts(file.key))) await folder.remove(file.key)
    const received = await folder.receive({ ...file, length: { exact: size } })
    if (received.kind === 'wrongSize') throw new Error('The file is not as long as announced')
  }

  return {
    kind: 'disk',
    folder,
    secret,
    publicUrl,
    staging: {
      signUpload: async ({ key, type, length, expiresInSeconds }) =>
        sign('PUT', key, [
          ['Content-Type', type],
          // The client of an exact upload sends this header, that of the other does not.
          ...('exact' in length
            ? ([
                ['x-amz-acl', 'private'],
                ['size', String(length.exact)],
              ] as [string, string][])
            : ([['max', String(length.max)]] as [string, string][])),
          ['exp', expiry(expiresInSeconds)],
        ]),
      write: (file) => write({ ...file, acl: ARRIVAL_ACL }),
      look,
      // A key on disk is written once, so that nothing needs to be moved out of an address's reach.
      accept: async (key) => (await folder.readFacts(key))?.etag,
      withdraw: async () => {},
      remove: async () => {},
    },
    signDownload: async ({ key, disposition, expiresInSeconds }) =>
      sign('GET', key, [
        ['response-content-disposition', disposition],
        ['exp', expiry(expiresInSeconds)],
      ]),
    find: (key) => folder.readFacts(key),
    look,
    read: async (key): Promise<Readable> => folder.stream(key),
    write,
    setAcl: (key, acl) => folder.setAcl(key, acl),
    writeStream: async ({ key, type, acl, body }) => {
      await folder.remove(key)
      await folder.receive({ key, type, acl, body, length: { max: Number.MAX_SAFE_INTEGER } })
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
