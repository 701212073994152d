import type { FileValue } from '@plinth/contract'
import { createContext, use, useEffect, useState } from 'react'
import { logFailure } from '../../../api/log-failure.ts'
import { isNewId } from '../rows/new-row-id.ts'
import type { RowScope } from '../rows/row-scope.ts'
import { thumbnailLink } from './file-links.ts'
import { localPicture } from './local-pictures.ts'

/** The table whose rows are shown; without it files have icons only. */
export const FileScope = createContext<RowScope | undefined>(undefined)

const POLL_DELAYS_MS = [700, 1_500, 3_000, 6_000, 12_000]

/** The image types that have thumbnails. */
const isPicture = (type: string) => /^image\/(png|jpeg|gif|webp|avif)$/.test(type)

export interface Pictured {
  file: FileValue
  columnName: string
  rowId: string | undefined
}

/** The thumbnail URL of a file; undefined until it is generated. */
export function useThumbnail({ file, columnName, rowId }: Pictured): string | undefined {
  const scope = use(FileScope)
  const { fileKey, fileType } = file
  const local = localPicture(fileKey)
  const [found, setFound] = useState<{ fileKey: string; url: string }>()
  const isAsked =
    local === undefined && isPicture(fileType) && rowId !== undefined && !isNewId(rowId)
  const { projectId, environment, table } = scope ?? {}
  useEffect(() => {
    if (!isAsked || !projectId || !environment || !table) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const poll = async (turn: number) => {
      const link = await thumbnailLink({
        scope: { projectId, environment, table },
        columnName,
        rowId,
        fileKey,
      })
      if (isOver) return
      if (link?.url) setFound({ fileKey, url: link.url })
      else if (link?.isWaiting && turn < POLL_DELAYS_MS.length) {
        timer = setTimeout(() => void poll(turn + 1).catch(logError), POLL_DELAYS_MS[turn])
      }
    }
    const logError = (error: unknown) => logFailure('Loading a picture', error)
    void poll(0).catch(logError)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isAsked, projectId, environment, table, columnName, rowId, fileKey])
  return local ?? (found?.fileKey === fileKey ? found.url : undefined)
}
