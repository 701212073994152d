import { ArrowDownAZ, ArrowUpAZ, EllipsisVertical, Pencil, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { DropdownMenu, MenuItem, MenuSeparator } from '../../ui/dropdown-menu.tsx'
import { gridStrings as strings } from './strings-grid.ts'

export type ColumnAct = 'edit' | 'sortAscending' | 'sortDescending' | 'delete'

interface ColumnMenuProps {
  name: string
  isStop: boolean
  canEdit: boolean
  canDelete: boolean
  onAct: (act: ColumnAct) => void
}

/** What can be done with a column; those that every row has are only sorted. */
export function ColumnMenu({ name, isStop, canEdit, canDelete, onAct }: ColumnMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const act = (chosen: ColumnAct) => {
    // The menu goes; what a dialog gives the focus back to must stay.
    trigger.current?.focus()
    onAct(chosen)
  }
  return (
    <DropdownMenu
      trigger={
        <button
          ref={trigger}
          type="button"
          data-stop
          tabIndex={isStop ? 0 : -1}
          aria-label={strings.menu(name)}
          className="ring-focus grid size-5 shrink-0 place-items-center rounded-sm text-fg-3 opacity-0 group-focus-within/head:opacity-100 group-hover/head:opacity-100 hover:bg-active hover:text-fg data-[state=open]:bg-active data-[state=open]:opacity-100"
        >
          <EllipsisVertical aria-hidden="true" className="size-3.5" />
        </button>
      }
    >
      {canEdit ? (
        <>
          <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => act('edit')}>
            {strings.edit}
          </MenuItem>
          <MenuSeparator />
        </>
      ) : null}
      <MenuItem icon={<ArrowUpAZ aria-hidden="true" />} onSelect={() => act('sortAscending')}>
        {strings.sortAscending}
      </MenuItem>
      <MenuItem icon={<ArrowDownAZ aria-hidden="true" />} onSelect={() => act('sortDescending')}>
        {strings.sortDescending}
      </MenuItem>
      {canDelete ? (
        <>
          <MenuSeparator />
          <MenuItem
            tone="danger"
            icon={<Trash2 aria-hidden="true" />}
            onSelect={() => act('delete')}
          >
            {strings.delete}
          </MenuItem>
        </>
      ) : null}
    </DropdownMenu>
  )
}
