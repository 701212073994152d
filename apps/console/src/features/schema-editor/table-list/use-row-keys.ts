import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { SchemaDialogAction } from '../../../state/schema/schema-dialog.ts'

interface RowKeys {
  /** The table ids in list order. */
  ids: readonly string[]
  /** Undefined while the list is filtered. */
  onMove: ((tableId: string, index: number) => void) | undefined
  onDialog: ((action: SchemaDialogAction) => void) | undefined
}

function focusRow(list: HTMLElement | null, tableId: string) {
  const row = list?.querySelector(`[data-table="${CSS.escape(tableId)}"] [data-stop]`)
  if (row instanceof HTMLElement) row.focus()
}

function nextPlace(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(count - 1, at + 1)
  if (key === 'ArrowUp') return Math.max(0, at - 1)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

/** Keyboard navigation with one tab stop: arrow keys change the row, Alt with an arrow key moves it. */
export function useRowKeys({ ids, onMove, onDialog }: RowKeys) {
  const list = useRef<HTMLUListElement>(null)
  const [stop, setStop] = useState<string>()
  const wanted = useRef<string>(undefined)

  useLayoutEffect(() => {
    // The row may just have been rendered, and moving an element in the DOM removes its focus.
    if (wanted.current === undefined) return
    focusRow(list.current, wanted.current)
    wanted.current = undefined
  })
  const go = (tableId: string) => {
    if (tableId === stop) return
    wanted.current = tableId
    setStop(tableId)
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    const row = event.target instanceof Element ? event.target.closest('[data-table]') : null
    const tableId = row instanceof HTMLElement ? row.dataset.table : undefined
    const at = tableId === undefined ? -1 : ids.indexOf(tableId)
    if (tableId === undefined || at < 0) return
    const next = nextPlace(event.key, at, ids.length)
    if (next !== undefined && event.altKey && onMove) {
      if (next !== at) wanted.current = tableId
      onMove(tableId, next > at ? next + 1 : next)
    } else if (next !== undefined && !event.altKey) go(ids[next] ?? tableId)
    else if (event.key === 'F2') onDialog?.({ event: 'editTable', tableId })
    else if (event.key === 'Delete') onDialog?.({ event: 'deleteTable', tableId })
    else return
    event.preventDefault()
  }
  const onFocus = (event: { target: EventTarget }) => {
    const row = event.target instanceof Element ? event.target.closest('[data-table]') : null
    if (row instanceof HTMLElement) setStop(row.dataset.table)
  }
  return { list, stop, handlers: { onKeyDown, onFocus } }
}
