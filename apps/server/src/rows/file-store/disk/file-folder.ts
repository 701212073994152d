import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import * as z from 'zod'
import { readStored } from '../../../foundation/platform/stored-json.ts'
import type { Acl, UploadLength } from '../file-store.ts'

/** Suffix of metadata files. No key contains `~`, so none can clash with it. */
const METADATA_SUFFIX = '~facts'
const DRAFTS = '.drafts'
/** Longer than any upload takes. */
const DRAFT_MS = 3_600_000

const Metadata = z.object({
  size: z.number(),
  type: z.string(),
  etag: z.string(),
  acl: z.enum(['private', 'public-read']),
})
type Metadata = z.infer<typeof Metadata>

interface Received {
  body: Readable
  length: UploadLength
}

interface NewEntry extends Received {
  key: string
  type: string
  acl: Acl
}

interface Counted {
  size: number
  etag: string
}

export type Outcome = { kind: 'stored'; etag: string } | { kind: 'exists' } | { kind: 'wrongSize' }

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

/** Copies the body to the file; undefined if its length is not as signed. */
async function copyAndCount(file: FileHandle, { body, length }: Received) {
  const limit = 'exact' in length ? length.exact : length.max
  const hash = createHash('md5')
  let written = 0
  // The stream stays open, so that a client that sends too much still gets a response.
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    written += chunk.length
    if (written > limit) return undefined
    hash.update(chunk)
    await file.write(chunk)
  }
  if ('exact' in length && written !== length.exact) return undefined
  await file.sync()
  return { size: written, etag: hash.digest('hex') }
}

/** Creates the file exclusively, so that of several writers of a key one continues. */
async function reserveKey(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** A file exists once its metadata does, which is renamed into place last. */
export function openFileFolder(root: string) {
  const pathOf = (key: string) => join(root, key)
  const drafts = join(root, DRAFTS)

  async function readMetadata(key: string): Promise<Metadata | undefined> {
    try {
      const text = await readFile(pathOf(key) + METADATA_SUFFIX, 'utf8')
      return readStored(Metadata, text, 'file metadata')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  async function writeMetadata(key: string, metadata: Metadata, draft: string): Promise<void> {
    const file = await open(draft + METADATA_SUFFIX, 'wx', 0o600)
    await file.writeFile(JSON.stringify(metadata))
    await file.sync().finally(() => file.close())
    await rename(draft + METADATA_SUFFIX, pathOf(key) + METADATA_SUFFIX)
    await syncFolder(dirname(pathOf(key)))
  }

  async function setAcl(key: string, acl: Acl): Promise<void> {
    const metadata = await readMetadata(key)
    if (!metadata || metadata.acl === acl) return
    await mkdir(drafts, { recursive: true, mode: 0o700 })
    const draft = join(drafts, randomBytes(12).toString('hex'))
    await writeMetadata(key, { ...metadata, acl }, draft).finally(() =>
      rm(draft + METADATA_SUFFIX, { force: true }),
    )
  }

  /** Receives into a temporary file that is removed afterwards; undefined if the length is not as signed. */
  async function withDraft<T>(
    received: Received,
    use: (path: string, counted: Counted) => Promise<T>,
  ): Promise<T | undefined> {
    await mkdir(drafts, { recursive: true, mode: 0o700 })
    const draft = join(drafts, randomBytes(12).toString('hex'))
    try {
      const file = await open(draft, 'wx', 0o600)
      const counted = await copyAndCount(file, received).finally(() => file.close())
      return counted && (await use(draft, counted))
    } finally {
      await rm(draft, { force: true })
      await rm(draft + METADATA_SUFFIX, { force: true })
    }
  }

  async function receive({ key, type, acl, ...received }: NewEntry): Promise<Outcome> {
    // Keys are written once, so that a file cannot change after it was inspected.
    if (await readMetadata(key)) return { kind: 'exists' }
    await mkdir(dirname(pathOf(key)), { recursive: true, mode: 0o700 })
    const outcome = await withDraft(received, async (draft, counted): Promise<Outcome> => {
      if (!(await reserveKey(pathOf(key)))) return { kind: 'exists' }
      await rename(draft, pathOf(key))
      await writeMetadata(key, { ...counted, type, acl }, draft)
      return { kind: 'stored', etag: counted.etag }
    })
    return outcome ?? { kind: 'wrongSize' }
  }

  async function* list(prefix: string): AsyncIterable<string> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    const entries = await readdir(join(root, folder), { recursive: true }).catch(() => [])
    for (const entry of entries.sort()) {
      if (!entry.endsWith(METADATA_SUFFIX) || entry.startsWith(DRAFTS)) continue
      const key = folder + entry.slice(0, -METADATA_SUFFIX.length)
      if (key.startsWith(prefix)) yield key
    }
  }

  return {
    readMetadata,
    receive,
    withDraft,
    setAcl,
    list,
    stream: (key: string, range?: { start: number; end: number }): Readable =>
      range && range.end < range.start
        ? Readable.from([])
        : createReadStream(pathOf(key), range ?? {}),
    /** Metadata is removed first: without it the file does not exist. */
    remove: async (key: string) => {
      await rm(pathOf(key) + METADATA_SUFFIX, { force: true })
      await rm(pathOf(key), { force: true })
    },
    /** Checks that the folder is writable. */
    check: () => mkdir(drafts, { recursive: true, mode: 0o700 }),
    drafts,
    /** Removes temporary files left by killed processes. */
    sweepDrafts: async () => {
      for (const name of await readdir(drafts).catch(() => [])) {
        const status = await stat(join(drafts, name)).catch(() => undefined)
        if (status && status.mtimeMs < Date.now() - DRAFT_MS)
          await rm(join(drafts, name), { force: true })
      }
    },
  }
}

export type FileFolder = ReturnType<typeof openFileFolder>
