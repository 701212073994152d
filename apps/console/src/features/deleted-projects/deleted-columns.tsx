import type { DeletedProject } from '@plinth/contract'
import { printSize } from '../../ui/format/print-size.ts'
import { Button } from '../../ui/primitives/button.tsx'
import { RelativeTime } from '../../ui/primitives/relative-time.tsx'
import { type DataColumn, LineSkeleton } from '../../ui/tables/data-table.tsx'
import { deletedProjectsStrings as strings } from './strings.ts'

interface DeletedActions {
  onRestore: (project: DeletedProject) => void
  onErase: (project: DeletedProject) => void
}

function Name({ project }: { project: DeletedProject }) {
  return (
    <span className="flex min-w-0 flex-col">
      <span title={project.name} className="truncate font-medium">
        {project.name}
      </span>
      <span className="truncate font-mono text-xs text-fg-2">{project.id}</span>
    </span>
  )
}

export function deletedColumns(actions: DeletedActions): readonly DataColumn<DeletedProject>[] {
  const { columns } = strings
  const short = <LineSkeleton className="w-16" />
  return [
    {
      key: 'name',
      header: columns.name,
      cell: (project) => <Name project={project} />,
      skeleton: <LineSkeleton className="w-48" />,
    },
    {
      key: 'deleted',
      header: columns.deleted,
      width: 'w-36',
      cell: ({ deletedOn }) => <RelativeTime iso={deletedOn} />,
      skeleton: short,
    },
    {
      key: 'by',
      header: columns.by,
      width: 'w-40',
      cell: ({ deletedBy }) => (
        <span title={deletedBy ?? ''} className="block truncate text-fg-2">
          {deletedBy ?? strings.unknownPerson}
        </span>
      ),
      skeleton: short,
    },
    {
      key: 'size',
      header: columns.size,
      width: 'w-32',
      cell: ({ bytes }) => (
        <span className="text-fg-2">{bytes === null ? strings.notMeasured : printSize(bytes)}</span>
      ),
      skeleton: short,
    },
    {
      key: 'left',
      header: columns.left,
      width: 'w-28',
      cell: ({ erasedOn }) => <span className="text-fg-2">{strings.left(erasedOn)}</span>,
      skeleton: short,
    },
    {
      key: 'act',
      header: columns.act,
      width: 'w-52',
      align: 'end',
      cell: (project) => (
        <span className="flex justify-end gap-2">
          <Button
            size="sm"
            aria-label={strings.actOf(strings.restore, project.name)}
            onClick={() => actions.onRestore(project)}
          >
            {strings.restore}
          </Button>
          <Button
            size="sm"
            variant="danger-ghost"
            aria-label={strings.actOf(strings.deleteNow, project.name)}
            onClick={() => actions.onErase(project)}
          >
            {strings.deleteNow}
          </Button>
        </span>
      ),
      skeleton: short,
    },
  ]
}
