import {
  ArrowDownAZ,
  ArrowLeft,
  ArrowRight,
  ArrowUpAZ,
  EllipsisVertical,
  EyeOff,
  Pencil,
  Pin,
  PinOff,
  Trash2,
  X,
} from 'lucide-react'
import { useRef } from 'react'
import { DropdownMenu, MenuItem, MenuSeparator } from '../../../ui/primitives/dropdown-menu.tsx'
import { gridStrings as strings } from '../strings/grid-strings.ts'

type SortAction = 'sortAscending' | 'sortDescending' | 'thenAscending' | 'thenDescending'
export type ColumnAction =
  | SortAction
  | 'edit'
  | 'delete'
  | 'clearSort'
  | 'moveLeft'
  | 'moveRight'
  | 'pin'
  | 'unpin'
  | 'hide'
  | 'clickSort'
  | 'clickThenSort'

interface ColumnMenuProps {
  name: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  isStop: boolean
  canEdit: boolean
  canDelete: boolean
  canSort: boolean
  /** False for the last visible column. */
  canHide: boolean
  isPinned: boolean
  isSorted: boolean
  /** Whether another column is already sorted. */
  isFurther: boolean
  onAct: (act: ColumnAction) => void
}

interface ItemsProps extends Omit<ColumnMenuProps, 'name' | 'isStop' | 'isOpen' | 'onOpen'> {}

const up = <ArrowUpAZ aria-hidden="true" />
const down = <ArrowDownAZ aria-hidden="true" />

/** Edit, sort and delete, in the order of the specification. */
function FirstItems({ canEdit, canSort, canDelete, onAct }: ItemsProps) {
  return (
    <>
      {canEdit ? (
        <>
          <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => onAct('edit')}>
            {strings.edit}
          </MenuItem>
          <MenuSeparator />
        </>
      ) : null}
      {canSort ? (
        <>
          <MenuItem icon={up} onSelect={() => onAct('sortAscending')}>
            {strings.sortAscending}
          </MenuItem>
          <MenuItem icon={down} onSelect={() => onAct('sortDescending')}>
            {strings.sortDescending}
          </MenuItem>
          <MenuSeparator />
        </>
      ) : null}
      {canDelete ? (
        <>
          <MenuItem
            tone="danger"
            icon={<Trash2 aria-hidden="true" />}
            onSelect={() => onAct('delete')}
          >
            {strings.delete}
          </MenuItem>
          <MenuSeparator />
        </>
      ) : null}
    </>
  )
}

/** Secondary sorting, moving, pinning and hiding. */
function FurtherItems(props: ItemsProps) {
  const { canSort, isFurther, isSorted, isPinned, canHide, onAct } = props
  return (
    <>
      {canSort && isFurther ? (
        <>
          <MenuItem icon={up} onSelect={() => onAct('thenAscending')}>
            {strings.thenAscending}
          </MenuItem>
          <MenuItem icon={down} onSelect={() => onAct('thenDescending')}>
            {strings.thenDescending}
          </MenuItem>
        </>
      ) : null}
      {isSorted ? (
        <MenuItem icon={<X aria-hidden="true" />} onSelect={() => onAct('clearSort')}>
          {strings.clearSort}
        </MenuItem>
      ) : null}
      <MenuItem icon={<ArrowLeft aria-hidden="true" />} onSelect={() => onAct('moveLeft')}>
        {strings.moveLeft}
      </MenuItem>
      <MenuItem icon={<ArrowRight aria-hidden="true" />} onSelect={() => onAct('moveRight')}>
        {strings.moveRight}
      </MenuItem>
      <MenuItem
        icon={isPinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}
        onSelect={() => onAct(isPinned ? 'unpin' : 'pin')}
      >
        {isPinned ? strings.unpin : strings.pin}
      </MenuItem>
      {canHide ? (
        <MenuItem icon={<EyeOff aria-hidden="true" />} onSelect={() => onAct('hide')}>
          {strings.hide}
        </MenuItem>
      ) : null}
    </>
  )
}

/** The menu of a column; id, createdOn and updatedOn have no Edit and Delete. */
export function ColumnMenu({ name, isStop, isOpen, onOpen, onAct, ...can }: ColumnMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const act = (chosen: ColumnAction) => {
    // The menu item unmounts, so the dialog must return the focus to the trigger.
    trigger.current?.focus()
    onAct(chosen)
  }
  return (
    <DropdownMenu
      open={isOpen}
      onOpenChange={onOpen}
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
      <FirstItems {...can} onAct={act} />
      <FurtherItems {...can} onAct={act} />
    </DropdownMenu>
  )
}
