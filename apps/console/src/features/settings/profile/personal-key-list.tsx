import type { PersonalKey } from '@plinth/contract'
import { Terminal } from 'lucide-react'
import { Day, RelativeTime } from '../../../ui/primitives/relative-time.tsx'
import { Skeleton } from '../../../ui/primitives/skeleton.tsx'
import { StatusPill } from '../../../ui/primitives/status-pill.tsx'
import { usePersonalKeys, useRevokePersonalKey } from './personal-keys-query.ts'
import { RevocableList, RevocableRow, RevokeButton } from './revocable-list.tsx'
import { profileStrings as strings } from './strings.ts'

function KeyRow({ personalKey }: { personalKey: PersonalKey }) {
  const revoking = useRevokePersonalKey()
  const { id, name, readOnly, projects, createdOn, createdFrom, lastUsedOn } = personalKey
  const reach = projects.map((project) => project.name).join(', ') || strings.noKeyProjects
  return (
    <RevocableRow
      icon={<Terminal />}
      failure={revoking.isError ? strings.revokeKeyFailed : undefined}
      lines={
        <>
          <span className="truncate leading-4.5 font-medium">{name}</span>
          <span title={reach} className="truncate text-xs text-fg-2">
            {reach}
          </span>
          <span className="truncate text-xs text-fg-2">
            {strings.created} <Day iso={createdOn} /> {strings.from(createdFrom)} ·{' '}
            {lastUsedOn ? (
              <>
                {strings.lastUsed} <RelativeTime iso={lastUsedOn} />
              </>
            ) : (
              strings.neverUsed
            )}
          </span>
        </>
      }
    >
      <StatusPill tone={readOnly ? 'neutral' : 'pending'}>
        {readOnly ? strings.readOnlyKey : strings.writingKey}
      </StatusPill>
      <RevokeButton name={name} revoking={revoking} onRevoke={() => revoking.mutate(id)} />
    </RevocableRow>
  )
}

/** The user's keys for the command line, with a button to revoke each. */
export function PersonalKeyList() {
  return (
    <RevocableList
      id="personal-keys"
      title={strings.personalKeys}
      text={strings.personalKeysText}
      query={usePersonalKeys()}
      empty={strings.noPersonalKeys}
      skeleton={
        <div className="p-4">
          <Skeleton className="h-6 w-72" />
        </div>
      }
    >
      {(personalKey) => <KeyRow key={personalKey.id} personalKey={personalKey} />}
    </RevocableList>
  )
}
