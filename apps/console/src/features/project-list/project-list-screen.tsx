import type { Project } from '@plinth/contract'
import { useEffect, useRef, useState } from 'react'
import { usePaletteActions } from '../../state/palette-actions.ts'
import { useShortcut } from '../../ui/hooks/use-shortcut.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Skeleton } from '../../ui/primitives/skeleton.tsx'
import { CreateProjectDialog } from './create-project-dialog.tsx'
import { DeleteProjectDialog } from './delete-project-dialog.tsx'
import { useListFilter } from './list-filter.ts'
import { ProjectFilterBar } from './project-filter-bar.tsx'
import { ProjectListBar } from './project-list-bar.tsx'
import { ProjectListBody } from './project-list-body.tsx'
import { useProjects } from './projects-query.ts'
import { projectListStrings as strings } from './strings.ts'

export function ProjectListScreen() {
  usePageTitle(strings.title)
  const { filter, change } = useListFilter()
  const projects = useProjects(filter)
  const [creating, setCreating] = useState(false)
  const [doomed, setDoomed] = useState<Project | null>(null)
  const create = () => setCreating(true)
  useShortcut('n', create)
  usePaletteActions([{ label: strings.newProject, keys: 'N', run: create }])
  const counts = projects.data?.counts
  const isNew = counts?.all === 0 && counts.archived === 0 && filter.search === ''
  const main = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the top when the page changes
  useEffect(() => {
    main.current?.scrollTo({ top: 0 })
  }, [filter.page])

  return (
    <div className="flex h-full flex-col">
      <ProjectListBar onCreate={create} />
      <main
        ref={main}
        tabIndex={-1}
        className="min-h-0 flex-1 overflow-y-auto outline-none [scrollbar-gutter:stable_both-edges]"
      >
        <div className="mx-auto flex min-h-full max-w-280 flex-col px-8 pt-10">
          <h1 className="text-xl font-semibold">{strings.title}</h1>
          {/* The first minutes have nothing to count or to find. */}
          {isNew ? null : (
            <>
              <div className="mt-0.5 flex h-5 items-center text-sm text-fg-2">
                {counts ? (
                  <p>{counts.all > 0 ? strings.summary(counts.all, counts.outOfSync) : null}</p>
                ) : (
                  <Skeleton className="h-3 w-72" />
                )}
              </div>
              <ProjectFilterBar filter={filter} onChange={change} />
            </>
          )}
          <ProjectListBody
            query={projects}
            filter={filter}
            onFilterChange={change}
            onCreate={create}
            onDelete={setDoomed}
          />
        </div>
      </main>
      <CreateProjectDialog open={creating} onOpenChange={setCreating} />
      <DeleteProjectDialog project={doomed} onClose={() => setDoomed(null)} />
    </div>
  )
}
