import { Keyboard, LogOut } from 'lucide-react'
import { useCurrentUser } from '../../state/current-user.ts'
import { openOverlay } from '../../state/overlay.ts'
import { useSession } from '../../state/session.tsx'
import { AvatarMenu } from '../../ui/layout/avatar-menu.tsx'
import { MenuItem } from '../../ui/primitives/dropdown-menu.tsx'
import { Kbd } from '../../ui/primitives/kbd.tsx'
import { Skeleton } from '../../ui/primitives/skeleton.tsx'
import { projectShellStrings as strings } from './strings.ts'

export function UserMenu() {
  const user = useCurrentUser().data?.user
  const { signOut } = useSession()
  if (user === undefined) return <Skeleton shape="pill" className="size-7" />
  return (
    <AvatarMenu
      label={strings.userMenu}
      name={`${user.first_name} ${user.last_name}`.trim() || user.email}
      detail={user.email}
    >
      <MenuItem
        icon={<Keyboard aria-hidden="true" />}
        shortcut={<Kbd>?</Kbd>}
        onSelect={() => openOverlay('shortcuts')}
      >
        {strings.shortcuts}
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={signOut}>
        {strings.signOut}
      </MenuItem>
    </AvatarMenu>
  )
}
