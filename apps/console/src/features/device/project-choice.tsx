import { useState } from 'react'
import { SearchInput } from '../../ui/forms/search-input.tsx'
import { useDebounced } from '../../ui/hooks/use-debounced.ts'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Skeleton } from '../../ui/primitives/skeleton.tsx'
import { MAX_LISTED_PROJECTS, useListedProjects } from './device-queries.ts'
import { deviceStrings as strings } from './strings.ts'

const SEARCH_PAUSE_MS = 250

export interface ChosenProject {
  readonly id: string
  readonly name: string
}

interface ProjectChoiceProps {
  chosen: readonly ChosenProject[]
  onChange: (chosen: ChosenProject[]) => void
}

/** Checkboxes of the newest projects, with a search if there are more. Chosen ones stay listed while others are searched. */
export function ProjectChoice({ chosen, onChange }: ProjectChoiceProps) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), SEARCH_PAUSE_MS)
  const query = useListedProjects(search)
  const isChosen = (id: string) => chosen.some((one) => one.id === id)
  const toggle = ({ id, name }: ChosenProject) =>
    onChange(isChosen(id) ? chosen.filter((one) => one.id !== id) : [...chosen, { id, name }])
  if (query.isError) {
    return <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} className="py-6" />
  }
  if (!query.data) return <Skeleton className="h-24 w-full" />
  const { projects, total } = query.data
  const others = chosen.filter(({ id }) => !projects.some((listed) => listed.id === id))
  const isLong = search !== '' || typed !== '' || total > MAX_LISTED_PROJECTS
  if (!isLong && projects.length === 0) {
    return <p className="text-sm text-fg-2">{strings.noProjects}</p>
  }
  const found = total === 0 ? strings.noMatch : strings.someProjects(projects.length, total)
  return (
    <>
      {isLong ? (
        <SearchInput
          label={strings.search}
          value={typed}
          onValueChange={setTyped}
          maxLength={120}
          className="w-full"
        />
      ) : null}
      {others.length + projects.length > 0 ? (
        <ul className="max-h-60 overflow-y-auto rounded-lg border py-1">
          {[...others, ...projects].map((project) => (
            <li key={project.id}>
              <label className="flex items-center gap-2.5 px-3 py-1.5 text-sm hover:bg-active/50">
                <input
                  type="checkbox"
                  checked={isChosen(project.id)}
                  onChange={() => toggle(project)}
                  className="ring-focus size-4 shrink-0 rounded-sm accent-accent"
                />
                <span className="truncate">{project.name}</span>
              </label>
            </li>
          ))}
        </ul>
      ) : null}
      {isLong ? (
        <p role="status" className="text-xs text-fg-3">
          {found}
        </p>
      ) : null}
    </>
  )
}
