import { getFileLinks } from '@plinth/contract'
import { client } from '../../../api/client.ts'
import type { RowScope } from '../rows/row-scope.ts'

/** As many as one call takes. */
const MAX_BATCH = 90
/** Cells come into view together; one request fetches all their links. */
const BATCH_WINDOW_MS = 15
/** Shorter than a signed address is valid. */
const LINK_TTL_MS = 4 * 60_000

export interface FileLink {
  url: string | null
  /** Its picture is still being made. */
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

/** The link to the small picture of a file; undefined where the row does not hold it. */
export function thumbnailLink(wanted: LinkWanted): Promise<FileLink | undefined> {
  const known = cachedLinks.get(wanted.fileKey)
  if (known && known.until > Date.now()) return Promise.resolve(known.link)
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

/** A link to the file itself, to show it or to save it. */
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
