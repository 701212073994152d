import type { ReactNode } from 'react'
import { ThemeToggle } from '../../ui/layout/theme-toggle.tsx'
import { TopBar } from '../../ui/layout/top-bar.tsx'
import { useCurrentUser } from '../current-user.ts'
import { accountStrings as strings } from './strings.ts'
import { UserMenu } from './user-menu.tsx'

/** The frame of screens outside of a project, other than the list of projects. */
export function AccountFrame({ children }: { children: ReactNode }) {
  const { data } = useCurrentUser()
  return (
    <div className="flex h-full flex-col">
      <TopBar homeLabel={strings.home} homePath="/home">
        <span className="truncate text-sm font-medium">{data?.organisation.name}</span>
        <span className="ml-auto flex items-center gap-1.5">
          <ThemeToggle />
          <UserMenu />
        </span>
      </TopBar>
      <main tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
        {children}
      </main>
    </div>
  )
}
