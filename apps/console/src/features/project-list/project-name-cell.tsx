import { type Project, REGIONS } from '@plinth/contract'
import { Database } from 'lucide-react'
import { Link } from 'react-router'
import { AVAILABILITY_LABELS } from '../../state/availability.ts'
import { Skeleton } from '../../ui/primitives/skeleton.tsx'
import { StatusPill } from '../../ui/primitives/status-pill.tsx'
import { projectListStrings as strings } from './strings.ts'

export function projectPath(project: Project): string {
  return `/project/${project.id}/data`
}

function detailOf(project: Project): string {
  if (project.state === 'provisioning') return strings.provisioning
  const region = REGIONS.find(({ value }) => value === project.region)?.label ?? project.region
  return `${strings.tables(project.table_count)} · ${region}`
}

const TONES = { 'read-only': 'pending', suspended: 'bad', archived: 'neutral' } as const

function AvailabilityPill({ project: { availability } }: { project: Project }) {
  const { state } = availability
  if (state === 'open') return null
  return <StatusPill tone={TONES[state]}>{AVAILABILITY_LABELS[state]}</StatusPill>
}

export function ProjectNameCell({ project }: { project: Project }) {
  return (
    <span className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-lg border bg-sunken text-fg-2"
      >
        <Database className="size-4 stroke-[1.75]" />
      </span>
      <span className="flex min-w-0 flex-col">
        <span className="flex min-w-0 items-center gap-2">
          <Link
            to={projectPath(project)}
            title={project.name}
            className="ring-focus truncate rounded-sm leading-4.5 font-medium text-fg"
          >
            {project.name}
          </Link>
          <AvailabilityPill project={project} />
        </span>
        <span className="truncate text-xs text-fg-3">{detailOf(project)}</span>
      </span>
    </span>
  )
}

export function ProjectNameSkeleton() {
  return (
    <span className="flex items-center gap-3">
      <Skeleton shape="tile" className="size-8" />
      <span className="flex flex-col gap-1.5">
        <Skeleton className="h-3 w-32" />
        <Skeleton className="h-2.5 w-24" />
      </span>
    </span>
  )
}
