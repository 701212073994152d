import { getFileLinks } from '@plinth/contract'
import { client } from '../../../api/client.ts'
import type { RowScope } from '../rows/row-scope.ts'

/** As many as one call takes. */
const AT_ONCE = 90
/** Cells come into view together; their links are asked for together. */
const GATHER_MS = 15
/** Shorter than a signed address is valid. */
const KEPT_MS = 4 * 60_000

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

interface Asked extends LinkWanted {
  tell: (link: FileLink | undefined) => void
  fail: (error: unknown) => void
}

const queues = new Map<string, Asked[]>()
const kept = new Map<string, { link: FileLink; until: number }>()

async function ask(asked: readonly Asked[]): Promise<void> {
  const [first] = asked
  if (!first) return
  const { scope, columnName } = first
  try {
    const { links } = await client.call(getFileLinks, {
      query: { $projectId: scope.projectId, $environment: scope.environment },
      body: {
        tableName: scope.table,
        columnName,
        want: 'thumbnail',
        files: asked.map(({ rowId, fileKey }) => ({ rowId, fileKey })),
      },
    })
    const found = new Map(links.map((link) => [link.fileKey, link]))
    for (const { fileKey, tell } of asked) {
      const link = found.get(fileKey)
      if (link && !link.isWaiting) kept.set(fileKey, { link, until: Date.now() + KEPT_MS })
      tell(link)
    }
  } catch (error) {
    for (const { fail } of asked) fail(error)
  }
}

/** The link to the small picture of a file; undefined where the row does not hold it. */
export function thumbnailLink(wanted: LinkWanted): Promise<FileLink | undefined> {
  const known = kept.get(wanted.fileKey)
  if (known && known.until > Date.now()) return Promise.resolve(known.link)
  const { projectId, environment, table } = wanted.scope
  const name = [projectId, environment, table, wanted.columnName].join('\n')
  return new Promise((tell, fail) => {
    const queue = queues.get(name) ?? []
    queue.push({ ...wanted, tell, fail })
    if (queue.length > 1) return
    queues.set(name, queue)
    setTimeout(() => {
      queues.delete(name)
      for (let at = 0; at < queue.length; at += AT_ONCE) void ask(queue.slice(at, at + AT_ONCE))
    }, GATHER_MS)
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
