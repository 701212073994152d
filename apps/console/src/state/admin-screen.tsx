import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PageMessage } from '../ui/layout/page-message.tsx'
import { usePageTitle } from '../ui/layout/page-title.ts'
import { ThemeToggle } from '../ui/layout/theme-toggle.tsx'
import { TopBar } from '../ui/layout/top-bar.tsx'
import { buttonStyle } from '../ui/primitives/button.tsx'
import { useCurrentUser } from './current-user.ts'

interface AdminScreenProps {
  strings: { title: string; home: string; adminsOnly: string; back: string }
  children: ReactNode
}

/** A screen of the organisation; everyone but admins sees who may use it and the way back. */
export function AdminScreen({ strings, children }: AdminScreenProps) {
  usePageTitle(strings.title)
  const { data } = useCurrentUser()
  return (
    <div className="flex h-full flex-col">
      <TopBar homeLabel={strings.home} homePath="/home">
        <span className="truncate text-sm font-medium">{data?.organisation.name}</span>
        <span className="ml-auto">
          <ThemeToggle />
        </span>
      </TopBar>
      <main tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
        {data?.user.role === 'admin' ? children : null}
        {data && data.user.role !== 'admin' ? (
          <PageMessage title={strings.title} text={strings.adminsOnly}>
            <Link to="/home" className={buttonStyle('outline')}>
              {strings.back}
            </Link>
          </PageMessage>
        ) : null}
      </main>
    </div>
  )
}
