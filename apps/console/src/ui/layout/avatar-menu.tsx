import type { ReactNode } from 'react'
import { DropdownMenu, MenuSeparator } from '../primitives/dropdown-menu.tsx'

interface AvatarMenuProps {
  label: string
  name: string
  detail: string
  children: ReactNode
}

function initialsOf(name: string): string {
  const letters = name.split(/[\s@]+/).map((word) => word.slice(0, 1))
  return letters.join('').slice(0, 2).toUpperCase()
}

/** The user's initials as the button of the account menu. */
export function AvatarMenu({ label, name, detail, children }: AvatarMenuProps) {
  return (
    <DropdownMenu
      trigger={
        <button
          type="button"
          className="ring-focus grid size-7 shrink-0 place-items-center rounded-full bg-active text-2xs font-semibold text-fg-2 select-none"
        >
          <span aria-hidden="true">{initialsOf(name)}</span>
          <span className="sr-only">{label}</span>
        </button>
      }
    >
      <div className="px-2 pt-1.5 pb-1">
        <p className="truncate text-sm font-medium">{name}</p>
        <p className="truncate text-xs text-fg-3">{detail}</p>
      </div>
      <MenuSeparator />
      {children}
    </DropdownMenu>
  )
}
