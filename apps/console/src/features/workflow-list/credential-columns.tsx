import type { Credential } from '@plinth/contract'
import { credentialTypeName } from '../../state/credentials/credential-type-name.ts'
import { Day } from '../../ui/primitives/relative-time.tsx'
import { Skeleton } from '../../ui/primitives/skeleton.tsx'
import { type DataColumn, LineSkeleton } from '../../ui/tables/data-table.tsx'
import { DeleteCell, RowIcon, StatusCell } from './cells.tsx'
import { ConnectionPill } from './connection/connection-pill.tsx'
import { CredentialIcon } from './credential-icon.tsx'
import { ServiceIcon } from './services/service-icon.tsx'
import { workflowListStrings as strings } from './strings.ts'

/** Actions available to the user; empty if credentials are read-only. */
interface CredentialActions {
  onOpen?: (credential: Credential) => void
  onDelete?: (credential: Credential) => void
}

export function credentialColumns(actions: CredentialActions): readonly DataColumn<Credential>[] {
  const { columns } = strings
  const { onOpen, onDelete } = actions
  return [
    {
      key: 'name',
      header: columns.name,
      cell: (credential) =>
        onOpen ? (
          <button
            type="button"
            title={credential.name}
            onClick={() => onOpen(credential)}
            className="ring-focus max-w-full truncate rounded-sm text-left font-medium text-fg"
          >
            {credential.name}
          </button>
        ) : (
          <span title={credential.name} className="max-w-full truncate font-medium">
            {credential.name}
          </span>
        ),
      skeleton: <LineSkeleton className="w-40" />,
    },
    {
      key: 'type',
      header: columns.type,
      width: 'w-80',
      cell: ({ type, data, connection }) => (
        <span className="flex items-center gap-3">
          <RowIcon>
            {type === 'oauth2' ? (
              <ServiceIcon service={String(data.service ?? '')} />
            ) : (
              <CredentialIcon type={type} />
            )}
          </RowIcon>
          <span className="truncate" title={credentialTypeName(type)}>
            {credentialTypeName(type)}
          </span>
          {connection ? <ConnectionPill connection={connection} /> : null}
        </span>
      ),
      skeleton: (
        <span className="flex items-center gap-3">
          <Skeleton className="size-8 rounded-lg" />
          <LineSkeleton className="w-20" />
        </span>
      ),
    },
    {
      key: 'status',
      header: columns.status,
      width: 'w-42.25',
      cell: ({ status }) => <StatusCell status={status} />,
      skeleton: <Skeleton shape="pill" className="h-5 w-20" />,
    },
    {
      key: 'created',
      header: columns.createdAt,
      width: 'w-36',
      cell: (credential) => <Day iso={credential.created_at} />,
      skeleton: <LineSkeleton className="w-20" />,
    },
    {
      key: 'actions',
      header: columns.actions,
      width: 'w-26.25',
      align: 'end',
      cell: (credential) =>
        onDelete ? (
          <DeleteCell
            label={strings.credential.remove(credential.name)}
            onDelete={() => onDelete(credential)}
          />
        ) : null,
      skeleton: <Skeleton className="mr-1.5 ml-auto size-4" />,
    },
  ]
}
