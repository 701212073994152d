import { type Credential, deleteCredential } from '@plinth/contract'
import { KeyRound, Plus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { client } from '../../api/client.ts'
import { useStopReason } from '../../state/availability.ts'
import { useCurrentProject } from '../../state/current-project.tsx'
import { useIsAdmin } from '../../state/current-user.ts'
import { useEnvironment } from '../../state/environment.ts'
import { shownWorkflowName } from '../../state/workflow-name.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { GatedButton } from '../../ui/primitives/gated-button.tsx'
import { credentialColumns } from './credential-columns.tsx'
import { CredentialForm } from './credential-form.tsx'
import { ListCard } from './list-card.tsx'
import { useCredentials, useReload, useWorkflows } from './list-queries.ts'
import { workflowListStrings as strings } from './strings.ts'
import { useRemoval } from './use-removal.ts'

const words = strings.credential
const LINKED = 'credential'

/** The credential in the dialog; kept during the closing animation. */
function useCredentialDialog() {
  const [shown, setShown] = useState<{ open: boolean; credential: Credential | undefined }>({
    open: false,
    credential: undefined,
  })
  return {
    ...shown,
    show: (credential?: Credential) => setShown({ open: true, credential }),
    close: () => setShown({ ...shown, open: false }),
  }
}

function useCredentialRemoval() {
  const projectId = useCurrentProject().id
  return useRemoval<Credential>({
    what: 'Deleting a credential',
    words,
    remove: ({ id }) => client.call(deleteCredential, { params: { projectId, id } }),
    reload: useReload('credentials'),
  })
}

/** Lists the workflows that use the credential. */
function RemoveText({ credential }: { credential: Credential | undefined }) {
  const workflows = useWorkflows().data ?? []
  const users = workflows.filter(({ nodes }) =>
    nodes.some(({ data }) => Object.values(data.credentials).includes(credential?.id ?? '')),
  )
  const names = users.map(({ name }) => shownWorkflowName(name)).join(', ')
  return (
    <>
      {credential?.environment.name === 'production' ? words.removeInProduction : words.removeText}{' '}
      {users.length > 0 ? words.removeUsed(names) : null}
    </>
  )
}

/** Opens the credential that the address names, as mails do, and takes its id out of the address. */
function useLinkedCredential(
  credentials: readonly Credential[] | undefined,
  open: ((credential: Credential) => void) | undefined,
) {
  const [params, setParams] = useSearchParams()
  const id = params.get(LINKED)
  useEffect(() => {
    if (id === null || credentials === undefined) return
    const found = credentials.find((one) => one.id === id)
    if (found) open?.(found)
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete(LINKED)
        return next
      },
      { replace: true },
    )
  }, [id, credentials, open, setParams])
}

/** List of credentials. Only admins can edit and delete those of production. */
export function CredentialsTab() {
  const dialog = useCredentialDialog()
  const removal = useCredentialRemoval()
  const query = useCredentials()
  const isProduction = useEnvironment() === 'production'
  const stopped = useStopReason()
  const isAdmin = useIsAdmin()
  const isReadOnly = stopped !== undefined || (!isAdmin && isProduction)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callbacks behave the same in every render
  const columns = useMemo(
    () => credentialColumns(isReadOnly ? {} : { onOpen: dialog.show, onDelete: removal.ask }),
    [isReadOnly],
  )
  useLinkedCredential(query.data, isReadOnly ? undefined : dialog.show)
  const add = (
    <GatedButton
      reason={isProduction ? words.addInDev : stopped}
      variant="primary"
      onClick={() => dialog.show()}
    >
      <Plus aria-hidden="true" />
      {words.add}
    </GatedButton>
  )
  return (
    <>
      <ListCard
        label={strings.credentials}
        text={isReadOnly ? `${words.text} ${stopped ?? words.readOnly}` : words.text}
        query={query}
        columns={columns}
        {...(isReadOnly ? {} : { onOpen: dialog.show })}
        actions={add}
        empty={
          <EmptyState icon={<KeyRound />} {...(isProduction ? words.production : words.empty)} />
        }
      />
      <Dialog
        open={dialog.open}
        onOpenChange={dialog.close}
        title={dialog.credential ? words.editTitle : words.addTitle}
        className="w-230"
      >
        <CredentialForm
          key={dialog.credential?.id}
          credential={dialog.credential}
          onDone={dialog.close}
        />
      </Dialog>
      <ConfirmDialog
        open={removal.open}
        onOpenChange={removal.cancel}
        title={words.removeTitle(removal.item?.name ?? '')}
        text={<RemoveText credential={removal.item} />}
        cancelLabel={strings.cancel}
        confirmLabel={strings.delete}
        busy={removal.busy}
        onConfirm={removal.confirm}
      />
    </>
  )
}
