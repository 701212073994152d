import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Acl, StoredFile, UploadLength } from '../file-store.ts'

/** No key has this character, so no file is taken for another's facts. */
const FACTS = '~facts'
const DRAFTS = '.drafts'
/** Nobody writes so slowly. */
const DRAFT_MS = 3_600_000

interface Facts extends StoredFile {
  acl: Acl
}

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

/** Copies at most as many bytes as were signed; undefined where there are more, or fewer than an exact number. */
async function copyAndCount(file: FileHandle, { body, length }: Received) {
  const limit = 'exact' in length ? length.exact : length.max
  const hash = createHash('md5')
  let written = 0
  // The stream stays open, so that whoever sends too much still gets an answer.
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

/** Creates an empty file unless there is one: of several writers of a key one goes on. */
async function takeKey(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o600)).close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Files of one folder. A file is there once its facts are: they are renamed into place last. */
export function openFileFolder(root: string) {
  const pathOf = (key: string) => join(root, key)
  const drafts = join(root, DRAFTS)

  async function readFacts(key: string): Promise<Facts | undefined> {
    try {
      return JSON.parse(await readFile(pathOf(key) + FACTS, 'utf8')) as Facts
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  async function writeFacts(key: string, facts: Facts, draft: string): Promise<void> {
    const note = await open(draft + FACTS, 'wx', 0o600)
    await note.writeFile(JSON.stringify(facts))
    await note.sync().finally(() => note.close())
    await rename(draft + FACTS, pathOf(key) + FACTS)
    await syncFolder(dirname(pathOf(key)))
  }

  async function setAcl(key: string, acl: Acl): Promise<void> {
    const facts = await readFacts(key)
    if (!facts || facts.acl === acl) return
    await mkdir(drafts, { recursive: true, mode: 0o700 })
    const draft = join(drafts, randomBytes(12).toString('hex'))
    await writeFacts(key, { ...facts, acl }, draft).finally(() =>
      rm(draft + FACTS, { force: true }),
    )
  }

  /** Receives into a file that is removed afterwards; undefined where the length is not as signed. */
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
      await rm(draft + FACTS, { force: true })
    }
  }

  async function receive({ key, type, acl, ...received }: NewEntry): Promise<Outcome> {
    // Written once: what was checked when a row took it stays what it is.
    if (await readFacts(key)) return { kind: 'exists' }
    await mkdir(dirname(pathOf(key)), { recursive: true, mode: 0o700 })
    const outcome = await withDraft(received, async (draft, counted): Promise<Outcome> => {
      if (!(await takeKey(pathOf(key)))) return { kind: 'exists' }
      await rename(draft, pathOf(key))
      await writeFacts(key, { ...counted, type, acl }, draft)
      return { kind: 'stored', etag: counted.etag }
    })
    return outcome ?? { kind: 'wrongSize' }
  }

  async function* list(prefix: string): AsyncIterable<string> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
    const entries = await readdir(join(root, folder), { recursive: true }).catch(() => [])
    for (const entry of entries.sort()) {
      if (!entry.endsWith(FACTS) || entry.startsWith(DRAFTS)) continue
      const key = folder + entry.slice(0, -FACTS.length)
      if (key.startsWith(prefix)) yield key
    }
  }

  return {
    readFacts,
    receive,
    withDraft,
    setAcl,
    list,
    stream: (key: string, range?: { start: number; end: number }): Readable =>
      range && range.end < range.start
        ? Readable.from([])
        : createReadStream(pathOf(key), range ?? {}),
    /** The facts go first: without them the file is not there. */
    remove: async (key: string) => {
      await rm(pathOf(key) + FACTS, { force: true })
      await rm(pathOf(key), { force: true })
    },
    /** Makes sure that the folder can be written to. */
    check: () => mkdir(drafts, { recursive: true, mode: 0o700 }),
    drafts,
    /** Removes what a killed process began to write and nobody can end. */
    sweepDrafts: async () => {
      for (const name of await readdir(drafts).catch(() => [])) {
        const facts = await stat(join(drafts, name)).catch(() => undefined)
        if (facts && facts.mtimeMs < Date.now() - DRAFT_MS)
          await rm(join(drafts, name), { force: true })
      }
    },
  }
}

export type FileFolder = ReturnType<typeof openFileFolder>
