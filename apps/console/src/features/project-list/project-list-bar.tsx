import { LogOut, Plus } from 'lucide-react'
import { UserMenu } from '../../state/account/user-menu.tsx'
import { useCurrentUser } from '../../state/current-user.ts'
import { useSession } from '../../state/session.tsx'
import { ThemeToggle } from '../../ui/layout/theme-toggle.tsx'
import { BarDivider, TopBar } from '../../ui/layout/top-bar.tsx'
import { Badge } from '../../ui/primitives/badge.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { Skeleton } from '../../ui/primitives/skeleton.tsx'
import { RunMigrationButton } from './run-migration-button.tsx'
import { projectListStrings as strings } from './strings.ts'

export function ProjectListBar({ onCreate }: { onCreate: () => void }) {
  const { data } = useCurrentUser()
  const { signOut } = useSession()
  return (
    <TopBar homeLabel={strings.home} homePath="/home">
      {data ? (
        <span className="flex min-w-0 items-center gap-3">
          <span className="truncate text-sm font-medium">{data.organisation.name}</span>
          {data.organisation.name === strings.organisation ? null : (
            <Badge>{strings.organisation}</Badge>
          )}
        </span>
      ) : (
        <Skeleton className="h-3 w-40" />
      )}
      <div className="ml-auto flex items-center gap-1.5">
        {data?.user.role === 'admin' ? <RunMigrationButton /> : null}
        <Button variant="ghost" onClick={signOut}>
          <LogOut aria-hidden="true" />
          {strings.signOut}
        </Button>
        <ThemeToggle />
        <BarDivider />
        <Button variant="primary" onClick={onCreate} className="mr-1.5">
          <Plus aria-hidden="true" />
          <span className="sr-only">{strings.plus} </span>
          {strings.newProject}
        </Button>
        <UserMenu />
      </div>
    </TopBar>
  )
}
