import { getFileLinks } from '@plinth/contract'
import { client } from '../../../api/client.ts'
import type { RowScope } from '../rows/row-scope.ts'

/** The maximum number of links per request. */
const MAX_BATCH = 90
/** Requests within this time are batched, because cells scroll into view together. */
const BATCH_WINDOW_MS = 15
/** Shorter than the lifetime of a signed URL. */
const LINK_TTL_MS = 4 * 60_000

export interface FileLink {
  url: string | null
  /** The thumbnail is still being generated. */
  isWaiting: boolean
}

export interface LinkWanted {
  scope: RowScope
  columnName: string
  rowId: string
  fileKey: string
}

interface LinkRequest extends LinkWanted {
  resolve: (link: FileLink | undefined) => void
  reject: (error: unknown) => void
}

const queues = new Map<string, LinkRequest[]>()
const cachedLinks = new Map<string, { link: FileLink; until: number }>()

async function fetchLinks(requests: readonly LinkRequest[]): Promise<void> {
  const [first] = requests
  if (!first) return
  const { scope, columnName } = first
  try {
    const { links } = await client.call(getFileLinks, {
      query: { $projectId: scope.projectId, $environment: scope.environment },
      body: {
        tableName: scope.table,
        columnName,
        want: 'thumbnail',
        files: requests.map(({ rowId, fileKey }) => ({ rowId, fileKey })),
      },
    })
    const found = new Map(links.map((link) => [link.fileKey, link]))
    for (const { fileKey, resolve } of requests) {
      const link = found.get(fileKey)
      if (link && !link.isWaiting)
        cachedLinks.set(fileKey, { link, until: Date.now() + LINK_TTL_MS })
      resolve(link)
    }
  } catch (error) {
    for (const { reject } of requests) reject(error)
  }
}

/** The thumbnail URL of a file, batched and cached; undefined if the row does not contain the file. */
export function thumbnailLink(wanted: LinkWanted): Promise<FileLink | undefined> {
  const cached = cachedLinks.get(wanted.fileKey)
  if (cached && cached.until > Date.now()) return Promise.resolve(cached.link)
  const { projectId, environment, table } = wanted.scope
  const name = [projectId, environment, table, wanted.columnName].join('\n')
  return new Promise((resolve, reject) => {
    const queue = queues.get(name) ?? []
    queue.push({ ...wanted, resolve, reject })
    if (queue.length > 1) return
    queues.set(name, queue)
    setTimeout(() => {
      queues.delete(name)
      for (let at = 0; at < queue.length; at += MAX_BATCH)
        void fetchLinks(queue.slice(at, at + MAX_BATCH))
    }, BATCH_WINDOW_MS)
  })
}

/** A URL of the file itself, for preview or download. */
export async function fileLink(
  { scope, columnName, rowId, fileKey }: LinkWanted,
  want: 'view' | 'download',
): Promise<string | undefined> {
  const { links } = await client.call(getFileLinks, {
    query: { $projectId: scope.projectId, $environment: scope.environment },
    body: { tableName: scope.table, columnName, want, files: [{ rowId, fileKey }] },
  })
  return links[0]?.url ?? undefined
}
