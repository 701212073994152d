import type { Configuration } from '@plinth/contract'
import { findTable } from '@plinth/schema'
import { ArrowDown, ArrowUp, Braces, Pencil, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from 'react'
import type { SchemaDialogAction } from '../../../state/schema/schema-dialog.ts'
import { openTableApi } from '../../../state/table-api.ts'
import { ContextMenu, MenuItem, MenuSeparator } from '../../../ui/primitives/dropdown-menu.tsx'
import { Kbd } from '../../../ui/primitives/kbd.tsx'
import { tableListStrings as strings } from '../strings/table-list-strings.ts'

interface TableMenuOptions {
  list: RefObject<HTMLElement | null>
  /** The table ids in list order. */
  ids: readonly string[]
  synced: Configuration
  /** Undefined while the list is filtered. */
  onMove: ((tableId: string, index: number) => void) | undefined
  /** Undefined if the schema is read-only; there is no menu then. */
  onDialog: ((action: SchemaDialogAction) => void) | undefined
}

function tableUnder(target: EventTarget): HTMLElement | undefined {
  return target instanceof Element
    ? (target.closest<HTMLElement>('[data-table]') ?? undefined)
    : undefined
}

/** The context menu of a table in the list; its acts have keys too. */
export function useTableMenu({ list, ids, synced, onMove, onDialog }: TableMenuOptions) {
  const [place, setPlace] = useState<{ tableId: string; x: number; y: number }>()
  /** Opened after the focus is back in the list, so that the dialog returns it there. */
  const asked = useRef<() => void>(undefined)
  const open = (row: HTMLElement, point: { x: number; y: number }) =>
    setPlace({ tableId: row.dataset.table ?? '', ...point })
  const onContextMenu = (event: MouseEvent) => {
    const row = tableUnder(event.target)
    if (!row || !onDialog) return
    event.preventDefault()
    open(row, { x: event.clientX, y: event.clientY })
  }
  /** Returns whether the key opens the menu. */
  const press = (event: KeyboardEvent): boolean => {
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    const row = isMenuKey ? tableUnder(event.target) : undefined
    if (!row || !onDialog) return false
    event.preventDefault()
    const { left, bottom } = row.getBoundingClientRect()
    open(row, { x: left + 12, y: bottom })
    return true
  }
  const tableId = place?.tableId ?? ''
  const at = ids.indexOf(tableId)
  const leave = () => {
    const row = list.current?.querySelector(`[data-table="${CSS.escape(tableId)}"] [data-stop]`)
    if (row instanceof HTMLElement) row.focus()
    asked.current?.()
    asked.current = undefined
  }
  const ask = (event: 'editTable' | 'deleteTable') => () => {
    asked.current = () => onDialog?.({ event, tableId })
  }
  const menu = (
    <ContextMenu
      label={strings.menu}
      at={place}
      onClose={() => setPlace(undefined)}
      onLeave={leave}
    >
      <MenuItem
        icon={<Pencil aria-hidden="true" />}
        shortcut={<Kbd>F2</Kbd>}
        onSelect={ask('editTable')}
      >
        {strings.editAction}
      </MenuItem>
      {findTable(synced, tableId) ? (
        <MenuItem
          icon={<Braces aria-hidden="true" />}
          onSelect={() => {
            asked.current = () => openTableApi({ tableId })
          }}
        >
          {strings.api}
        </MenuItem>
      ) : null}
      {onMove && at > 0 ? (
        <MenuItem
          icon={<ArrowUp aria-hidden="true" />}
          shortcut={<Kbd>Alt ↑</Kbd>}
          onSelect={() => onMove(tableId, at - 1)}
        >
          {strings.moveUp}
        </MenuItem>
      ) : null}
      {onMove && at < ids.length - 1 ? (
        <MenuItem
          icon={<ArrowDown aria-hidden="true" />}
          shortcut={<Kbd>Alt ↓</Kbd>}
          onSelect={() => onMove(tableId, at + 2)}
        >
          {strings.moveDown}
        </MenuItem>
      ) : null}
      <MenuSeparator />
      <MenuItem
        tone="danger"
        icon={<Trash2 aria-hidden="true" />}
        shortcut={<Kbd>Del</Kbd>}
        onSelect={ask('deleteTable')}
      >
        {strings.removeAction}
      </MenuItem>
    </ContextMenu>
  )
  return { onContextMenu, press, menu }
}
