import type { Project } from '@plinth/contract'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { CopyButton } from '../../ui/primitives/copy-button.tsx'
import { GatedButton } from '../../ui/primitives/gated-button.tsx'
import { Day, RelativeTime } from '../../ui/primitives/relative-time.tsx'
import { Skeleton } from '../../ui/primitives/skeleton.tsx'
import { StatusPill } from '../../ui/primitives/status-pill.tsx'
import { type DataColumn, DataTable, LineSkeleton } from '../../ui/tables/data-table.tsx'
import { ProjectNameCell, ProjectNameSkeleton, projectPath } from './project-name-cell.tsx'
import { projectListStrings as strings } from './strings.ts'
import { syncStatusOf } from './sync-status.ts'

interface ProjectTableProps {
  projects: readonly Project[] | undefined
  stale: boolean
  onDelete: (project: Project) => void
  children: ReactNode
}

function ProjectIdCell({ id }: { id: string }) {
  return (
    <span className="flex items-center gap-1">
      <code title={id} className="text-fg-2">
        {id.slice(0, 8)}…{id.slice(-4)}
      </code>
      <CopyButton
        label={strings.copyId(id)}
        copiedLabel={strings.copied}
        text={id}
        className="opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100"
      />
    </span>
  )
}

function SyncCell({ project }: { project: Project }) {
  return syncStatusOf(project) === 'in-sync' ? (
    <StatusPill tone="good">{strings.inSync}</StatusPill>
  ) : (
    <StatusPill tone="pending">{strings.outOfSync}</StatusPill>
  )
}

function columnsOf(onDelete: (project: Project) => void): readonly DataColumn<Project>[] {
  const { columns } = strings
  const day = <LineSkeleton className="w-20" />
  return [
    {
      key: 'id',
      header: columns.id,
      width: 'w-39.5',
      cell: (project) => <ProjectIdCell id={project.id} />,
      skeleton: <LineSkeleton className="w-22" />,
    },
    {
      key: 'name',
      header: columns.name,
      cell: (project) => <ProjectNameCell project={project} />,
      skeleton: <ProjectNameSkeleton />,
    },
    {
      key: 'sync',
      header: columns.sync,
      width: 'w-42.25',
      cell: (project) => <SyncCell project={project} />,
      skeleton: <Skeleton shape="pill" className="h-5 w-20" />,
    },
    {
      key: 'created',
      header: columns.createdAt,
      width: 'w-39.5',
      cell: (project) => <Day iso={project.created_at} />,
      skeleton: day,
    },
    {
      key: 'updated',
      header: columns.updatedAt,
      width: 'w-39.5',
      cell: (project) => <RelativeTime iso={project.updated_at} />,
      skeleton: day,
    },
    {
      key: 'actions',
      header: columns.actions,
      width: 'w-26.25',
      align: 'end',
      cell: (project) => (
        <GatedButton
          variant="ghost"
          size="icon-sm"
          aria-label={strings.delete(project.name)}
          reason={project.role === 'developer' ? strings.mayNotDelete : undefined}
          onClick={() => onDelete(project)}
        >
          <Trash2 aria-hidden="true" className="size-3.75! text-fg-3" />
        </GatedButton>
      ),
      skeleton: <Skeleton className="mr-1.5 ml-auto size-4" />,
    },
  ]
}

export function ProjectTable({ projects, onDelete, children, ...rest }: ProjectTableProps) {
  const navigate = useNavigate()
  const columns = useMemo(() => columnsOf(onDelete), [onDelete])
  return (
    <DataTable
      {...rest}
      label={strings.title}
      columns={columns}
      rows={projects}
      rowKey={(project) => project.id}
      onRowClick={(project) => navigate(projectPath(project))}
    >
      {children}
    </DataTable>
  )
}
