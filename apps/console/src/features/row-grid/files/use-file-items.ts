import { useEffect, useRef, useState } from 'react'
import { logFailure } from '../../../api/log-failure.ts'
import { newId } from '../../../state/new-id.ts'
import type { RowScope } from '../rows/row-scope.ts'
import { fileStrings as strings } from '../strings/files-strings.ts'
import { addFiles, changeItem, type FileItem, itemsOf } from './file-items.ts'
import type { FileColumn } from './file-limits.ts'
import { cacheLocalPicture } from './local-pictures.ts'
import { uploadFile } from './upload-file.ts'

const CONCURRENCY = 3

interface Options {
  field: FileColumn
  value: unknown
  scope: RowScope
  dropped: readonly File[]
}

/** The error message of a failed upload. */
function messageOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : ''
  return reason === '' ? strings.failed : `${strings.failed}: ${reason}`
}

/** The files of an open cell: stored files and running uploads. */
export function useFileItems({ field, value, scope, dropped }: Options) {
  const [items, setItems] = useState<FileItem[]>(() =>
    addFiles(itemsOf(value), { field, files: dropped, newId }),
  )
  const running = useRef(new Map<string, AbortController>())
  const change = (id: string, next: (item: FileItem) => FileItem) =>
    setItems((now) => changeItem(now, id, next))

  const send = async ({ id, name, file }: Extract<FileItem, { state: 'sending' }>) => {
    const controller = new AbortController()
    running.current.set(id, controller)
    try {
      const sent = await uploadFile(file, {
        scope,
        columnName: field.name,
        signal: controller.signal,
        onShare: (share) =>
          change(id, (item) => (item.state === 'sending' ? { ...item, share } : item)),
      })
      cacheLocalPicture(sent.fileKey, file)
      change(id, () => ({ id, state: 'here', name, value: sent, isNew: true }))
    } catch (error) {
      const isCancelled = controller.signal.aborted
      if (!isCancelled) logFailure('Uploading a file', error)
      const problem = isCancelled ? strings.cancelled : messageOf(error)
      change(id, () => ({ id, state: 'failed', name, file, problem }))
    } finally {
      running.current.delete(id)
    }
  }
  // Runs after every render, so that queued uploads start when another one ends.
  useEffect(() => {
    for (const item of items) {
      if (running.current.size >= CONCURRENCY) return
      if (item.state === 'sending' && !running.current.has(item.id)) void send(item)
    }
  })
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const all = running.current
    // StrictMode remounts at once; aborting in a timeout lets the remount cancel it.
    clearTimeout(leaving.current)
    return () => {
      leaving.current = setTimeout(() => {
        for (const controller of all.values()) controller.abort()
      })
    }
  }, [])

  const stop = (id: string) => running.current.get(id)?.abort()
  return {
    items,
    add: (files: readonly File[], instead?: string) =>
      setItems((now) => addFiles(now, { field, files, instead, newId })),
    remove: (id: string) => {
      stop(id)
      setItems((now) => now.filter((item) => item.id !== id))
    },
    cancel: (id: string) => {
      if (running.current.has(id)) stop(id)
      else
        change(id, (item) =>
          item.state === 'sending'
            ? { id, state: 'failed', name: item.name, file: item.file, problem: strings.cancelled }
            : item,
        )
    },
    retry: (id: string) =>
      change(id, (item) =>
        item.state === 'failed'
          ? { id, state: 'sending', name: item.name, file: item.file, share: 0 }
          : item,
      ),
  }
}

export type FileItems = ReturnType<typeof useFileItems>
