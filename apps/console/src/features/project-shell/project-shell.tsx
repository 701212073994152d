import { ApiError } from '@plinth/client'
import { ProjectId } from '@plinth/contract'
import { useEffect } from 'react'
import { Link, Outlet, useLocation, useParams } from 'react-router'
import { CurrentProjectProvider, useProjectQuery } from '../../state/current-project.tsx'
import { inEnvironment, usePersistedEnvironment } from '../../state/environment.ts'
import { projectPlace } from '../../state/places.ts'
import { useVisit } from '../../state/recents.ts'
import {
  DataSkeleton,
  EditorSkeleton,
  ListSkeleton,
  SettingsSkeleton,
  SqlSkeleton,
} from '../../state/screen-skeletons.tsx'
import { rememberSection, sectionOf } from '../../state/section.ts'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { PageMessage } from '../../ui/layout/page-message.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { buttonStyle } from '../../ui/primitives/button.tsx'
import { AvailabilityNote } from './availability-note.tsx'
import { BudgetNote } from './budget-note.tsx'
import { ProductionNote } from './production-note.tsx'
import { ProjectBar } from './project-bar.tsx'
import { projectShellStrings as strings } from './strings.ts'

const bodyStyle = 'min-h-0 flex-1 overflow-auto outline-none'

function MissingProject() {
  usePageTitle(strings.missing)
  return (
    <PageMessage title={strings.missing} text={strings.missingText}>
      <Link to="/home" className={buttonStyle('outline')}>
        {strings.backToProjects}
      </Link>
    </PageMessage>
  )
}

function Missing() {
  return (
    <>
      <ProjectBar project={undefined} />
      <main tabIndex={-1} className={bodyStyle}>
        <MissingProject />
      </main>
    </>
  )
}

/** Shown to a developer who opens a production link without permission to read its data. */
function ClosedProduction() {
  const { search } = useLocation()
  usePageTitle(strings.productionClosedTitle)
  return (
    <PageMessage title={strings.productionClosedTitle} text={strings.productionClosed}>
      <Link to={{ search: inEnvironment(search, 'dev') }} className={buttonStyle('outline')}>
        {strings.toDev}
      </Link>
    </PageMessage>
  )
}

/** The shape of the screen that is loading. */
function ScreenSkeleton() {
  const { pathname } = useLocation()
  const [, , , section, part] = pathname.split('/')
  if (section === 'settings') return <SettingsSkeleton />
  if (section === 'workflow') return part === 'edit' ? <EditorSkeleton /> : <ListSkeleton />
  if (section === 'sql') return <SqlSkeleton />
  return section === 'ui' ? null : <DataSkeleton />
}

function ShellBody({ query }: { query: ReturnType<typeof useProjectQuery> }) {
  if (query.data) {
    return (
      <CurrentProjectProvider project={query.data}>
        <Outlet />
      </CurrentProjectProvider>
    )
  }
  if (query.isError) {
    return <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} className="h-full" />
  }
  return <ScreenSkeleton />
}

function Shell({ projectId }: { projectId: string }) {
  const query = useProjectQuery(projectId)
  const environment = usePersistedEnvironment(projectId)
  const name = query.data?.name
  useVisit(
    name === undefined
      ? undefined
      : { kind: 'project', to: projectPlace(projectId), label: name, project: '' },
  )
  const isClosed = environment === 'production' && query.data?.canReadProduction === false
  if (query.error instanceof ApiError && query.error.code === 'not_found') return <Missing />
  return (
    <>
      <ProjectBar project={{ id: projectId, data: query.data }} />
      {environment === 'production' && !isClosed ? <ProductionNote /> : null}
      {query.data ? (
        <>
          <AvailabilityNote projectId={projectId} availability={query.data.availability} />
          <BudgetNote projectId={projectId} warnings={query.data.budgetWarnings} />
        </>
      ) : null}
      <main tabIndex={-1} className={bodyStyle}>
        {isClosed ? <ClosedProduction /> : <ShellBody query={query} />}
      </main>
    </>
  )
}

export function ProjectShell() {
  const { projectId = '' } = useParams()
  const { pathname } = useLocation()

  useEffect(() => {
    const section = sectionOf(pathname)
    if (section) rememberSection(section)
  }, [pathname])

  const possible = ProjectId.safeParse(projectId).success
  return (
    <div className="flex h-full flex-col">
      {possible ? <Shell key={projectId} projectId={projectId} /> : <Missing />}
    </div>
  )
}
