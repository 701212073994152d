import { type ApiKey, deleteKey } from '@plinth/contract'
import { sortTables } from '@plinth/schema'
import { KeyRound, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { client } from '../../../api/client.ts'
import { useStopReason } from '../../../state/availability.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useIsAdmin } from '../../../state/current-user.ts'
import { useEnvironment } from '../../../state/environment.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { ListPanel } from '../panel/list-panel.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { useConfirmedDelete } from '../panel/use-confirmed-delete.ts'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { keyColumns } from './key-columns.tsx'
import { useKeys, useReloadKeys } from './keys-query.ts'
import { keysStrings as strings } from './strings.ts'

function useRevoking() {
  const projectId = useCurrentProject().id
  return useConfirmedDelete<ApiKey>({
    what: 'Revoking a key',
    words: { done: strings.revoked, failed: strings.revokeFailed },
    call: (id) => client.call(deleteKey, { params: { projectId, id } }),
    reload: useReloadKeys(),
  })
}

/** Whether the user can change keys, and why not. */
function useAccess() {
  const project = useCurrentProject()
  const environment = useEnvironment()
  const isAdmin = useIsAdmin()
  const stopped = useStopReason()
  const { old_configuration: applied } =
    environment === 'dev' ? project.configuration : project.prodConfiguration
  const tables = useMemo(() => sortTables(applied.tables), [applied])
  const mayChange = environment === 'dev' || isAdmin
  const missing = tables.length === 0 ? strings.needsTable[environment] : undefined
  const reason = mayChange ? (stopped ?? missing) : strings.adminsOnly
  return { environment, tables, mayChange, reason }
}

/** API keys of the current environment. */
export function KeysPanel() {
  const { environment, tables, mayChange, reason } = useAccess()
  const [isCreating, setCreating] = useState(false)
  const revoking = useRevoking()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callback behaves the same in every render
  const columns = useMemo(() => keyColumns(mayChange ? revoking.ask : undefined), [mayChange])
  return (
    <>
      <ListPanel
        title={settings.sections.keys}
        text={strings.text}
        query={useKeys()}
        columns={columns}
        action={
          <GatedButton variant="primary" reason={reason} onClick={() => setCreating(true)}>
            <Plus aria-hidden="true" />
            {strings.create}
          </GatedButton>
        }
        empty={<EmptyState icon={<KeyRound />} {...strings.empty[environment]} />}
      />
      <CreateKeyDialog
        {...{ environment, tables }}
        open={isCreating}
        onClose={() => setCreating(false)}
      />
      <ConfirmDialog
        open={revoking.open}
        onOpenChange={revoking.close}
        title={strings.revokeTitle(revoking.item?.name ?? '')}
        text={strings.revokeText}
        cancelLabel={settings.cancel}
        confirmLabel={strings.revokeShort}
        busy={revoking.busy}
        onConfirm={revoking.confirm}
      />
    </>
  )
}
