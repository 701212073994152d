import { Columns3 } from 'lucide-react'
import { schemaStrings } from '../../../state/schema/schema-strings.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { cn } from '../../../ui/primitives/cn.ts'
import {
  DropdownMenu,
  MenuCheck,
  MenuItem,
  MenuSeparator,
} from '../../../ui/primitives/dropdown-menu.tsx'
import { gridStrings as strings } from '../strings/grid-strings.ts'
import type { GridColumn } from './grid-columns.ts'

interface ColumnsMenuProps {
  /** All columns in display order, hidden ones included. */
  columns: readonly GridColumn[]
  hidden: readonly string[]
  onHidden: (hidden: string[]) => void
  /** Whether relations show display values; undefined in a table without relations. */
  isNamed: boolean | undefined
  onNamed: (isNamed: boolean) => void
}

/** Shows and hides columns; the last visible one cannot be hidden. */
export function ColumnsMenu({ columns, hidden, onHidden, isNamed, onNamed }: ColumnsMenuProps) {
  const isHidden = new Set(hidden)
  const away = columns.filter(({ key }) => isHidden.has(key)).length
  const isLast = columns.length - away === 1
  const toggle = (key: string) =>
    onHidden(isHidden.has(key) ? hidden.filter((one) => one !== key) : [...hidden, key])
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" size="sm" className={cn(away > 0 && 'text-accent-text!')}>
          <Columns3 aria-hidden="true" />
          {strings.columns}
          {away > 0 ? (
            <span className="font-normal tabular-nums">{strings.hiddenCount(away)}</span>
          ) : null}
        </Button>
      }
    >
      {columns.map(({ key, name }) => (
        <MenuCheck
          key={key}
          isChecked={!isHidden.has(key)}
          isDisabled={isLast && !isHidden.has(key)}
          onToggle={() => toggle(key)}
        >
          {name || schemaStrings.untitledField}
        </MenuCheck>
      ))}
      {isNamed === undefined ? null : (
        <>
          <MenuSeparator />
          <MenuCheck isChecked={isNamed} onToggle={() => onNamed(!isNamed)}>
            {strings.relatedNames}
          </MenuCheck>
        </>
      )}
      {away > 0 ? (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => onHidden([])}>{strings.showAllColumns}</MenuItem>
        </>
      ) : null}
    </DropdownMenu>
  )
}
