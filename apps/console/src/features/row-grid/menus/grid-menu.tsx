import {
  ArrowDownToLine,
  Copy,
  Eraser,
  Expand,
  Funnel,
  Link2,
  Pencil,
  Plus,
  Trash2,
  User,
  UserSearch,
  Users,
} from 'lucide-react'
import { ContextMenu, MenuItem, MenuSeparator } from '../../../ui/primitives/dropdown-menu.tsx'
import { Kbd, modKey } from '../../../ui/primitives/kbd.tsx'
import { relatedOf } from '../peek/use-peek.tsx'
import { conflictAt } from '../selection/conflict-at.ts'
import { editableField, type GridModel } from '../selection/grid-model.ts'
import { type CellSelection, rangeOf } from '../selection/selection.ts'
import { accessStrings } from '../strings/access-strings.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'
import { filterOfCell } from './filter-of-cell.ts'

/** What the menu of cells and rows does; the same acts have keys. */
interface GridMenuActs {
  decide: (side: 'mine' | 'theirs') => void
  edit: () => void
  copy: () => void
  clear: () => void
  fillDown: () => void
  peek: () => void
  filter: (expression: string) => void
  openRow: () => void
  addRow: () => void
  showAccess: () => void
  deleteRows: () => void
}

export interface MenuPlace {
  x: number
  y: number
  /** Whether whole rows are meant: opened on a row number. */
  isRows: boolean
}

interface GridMenuProps {
  at: MenuPlace | undefined
  model: GridModel
  selection: CellSelection | undefined
  acts: GridMenuActs
  onClose: () => void
  onLeave: () => void
}

type ItemsProps = Pick<GridMenuProps, 'model' | 'acts'> & { selection: CellSelection }

/** The two ways to decide the conflict of a cell. */
function ClashItems({ model, selection, acts }: ItemsProps) {
  const conflict = conflictAt(model, selection.focus)
  if (!conflict) return null
  const sides = strings.sides(conflict.clash.isDeleted)
  return (
    <>
      <MenuItem icon={<User aria-hidden="true" />} onSelect={() => acts.decide('mine')}>
        {sides.mine}
      </MenuItem>
      <MenuItem icon={<Users aria-hidden="true" />} onSelect={() => acts.decide('theirs')}>
        {sides.theirs}
      </MenuItem>
      <MenuSeparator />
    </>
  )
}

function CellItems({ model, selection, acts }: ItemsProps) {
  const { focus, anchor } = selection
  const isOne = anchor.row === focus.row && anchor.col === focus.col
  const canEdit = editableField(model, focus) !== undefined
  const filter = isOne ? filterOfCell(model, focus) : undefined
  return (
    <>
      {isOne ? <ClashItems {...{ model, selection, acts }} /> : null}
      {canEdit && isOne ? (
        <MenuItem
          icon={<Pencil aria-hidden="true" />}
          shortcut={<Kbd>Enter</Kbd>}
          onSelect={acts.edit}
        >
          {strings.editCell}
        </MenuItem>
      ) : null}
      <MenuItem
        icon={<Copy aria-hidden="true" />}
        shortcut={<Kbd>{modKey('C')}</Kbd>}
        onSelect={acts.copy}
      >
        {strings.copy}
      </MenuItem>
      {canEdit ? (
        <MenuItem
          icon={<Eraser aria-hidden="true" />}
          shortcut={<Kbd>Del</Kbd>}
          onSelect={acts.clear}
        >
          {strings.clear}
        </MenuItem>
      ) : null}
      {canEdit && anchor.row !== focus.row ? (
        <MenuItem
          icon={<ArrowDownToLine aria-hidden="true" />}
          shortcut={<Kbd>{modKey('D')}</Kbd>}
          onSelect={acts.fillDown}
        >
          {strings.fillDown}
        </MenuItem>
      ) : null}
      {isOne && relatedOf(model, focus) ? (
        <MenuItem
          icon={<Link2 aria-hidden="true" />}
          shortcut={<Kbd>Alt Enter</Kbd>}
          onSelect={acts.peek}
        >
          {strings.peekAction}
        </MenuItem>
      ) : null}
      {filter === undefined ? null : (
        <MenuItem icon={<Funnel aria-hidden="true" />} onSelect={() => acts.filter(filter)}>
          {strings.filterByValue}
        </MenuItem>
      )}
      <MenuSeparator />
    </>
  )
}

function RowItems({ model, selection, acts }: ItemsProps) {
  const { top, bottom } = rangeOf(selection)
  const count = bottom - top + 1
  return (
    <>
      {count === 1 ? (
        <>
          <MenuItem
            icon={<Expand aria-hidden="true" />}
            shortcut={<Kbd>Space</Kbd>}
            onSelect={acts.openRow}
          >
            {strings.openRow}
          </MenuItem>
          <MenuItem icon={<UserSearch aria-hidden="true" />} onSelect={acts.showAccess}>
            {accessStrings.open}
          </MenuItem>
        </>
      ) : null}
      {model.isReadOnly ? null : (
        <>
          <MenuItem
            icon={<Plus aria-hidden="true" />}
            shortcut={<Kbd>{modKey('Enter')}</Kbd>}
            onSelect={acts.addRow}
          >
            {strings.addRow}
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            tone="danger"
            icon={<Trash2 aria-hidden="true" />}
            shortcut={<Kbd>{modKey('Del')}</Kbd>}
            onSelect={acts.deleteRows}
          >
            {strings.deleteRows(count)}
          </MenuItem>
        </>
      )}
    </>
  )
}

/** The context menu of cells and rows. */
export function GridMenu({ at, model, selection, acts, onClose, onLeave }: GridMenuProps) {
  if (!selection) return null
  const items = { model, selection, acts }
  const label = at?.isRows ? strings.rowMenu : strings.cellMenu
  return (
    <ContextMenu {...{ label, at, onClose, onLeave }}>
      {at?.isRows ? null : <CellItems {...items} />}
      <RowItems {...items} />
    </ContextMenu>
  )
}
