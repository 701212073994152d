import { ArchiveRestore, Ellipsis, History } from 'lucide-react'
import { useRef } from 'react'
import { openOverlay } from '../../state/overlay.ts'
import { Button } from '../../ui/primitives/button.tsx'
import { DropdownMenu, MenuItem } from '../../ui/primitives/dropdown-menu.tsx'
import { historyStrings as strings } from './history-strings.ts'

/** The menu with the migration log and the trash. */
export function HistoryMenu() {
  const trigger = useRef<HTMLButtonElement>(null)
  const open = (view: 'releases' | 'trash') => {
    // The menu item unmounts, so the dialog must return the focus to the trigger.
    trigger.current?.focus()
    openOverlay(view)
  }
  return (
    <DropdownMenu
      trigger={
        <Button ref={trigger} variant="ghost" size="icon" aria-label={strings.menu}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem icon={<History aria-hidden="true" />} onSelect={() => open('releases')}>
        {strings.releases}
      </MenuItem>
      <MenuItem icon={<ArchiveRestore aria-hidden="true" />} onSelect={() => open('trash')}>
        {strings.trash}
      </MenuItem>
    </DropdownMenu>
  )
}
