import { type AppProvider, deleteAppProvider, saveAppProvider } from '@plinth/contract'
import { useForm } from 'react-hook-form'
import { client } from '../../../api/client.ts'
import { useStopReason } from '../../../state/availability.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { providerStrings as shared } from '../../../state/identity-provider/provider-strings.ts'
import { shownFields } from '../../../state/identity-provider/provider-values.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { StaleNotice } from '../../../ui/forms/stale-notice.tsx'
import { ItemFormFrame } from '../panel/item-form-frame.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { useEdit } from '../panel/use-edit.ts'
import { useItemAccess } from '../panel/use-item-access.ts'
import { AppProviderFields } from './provider-form-fields.tsx'
import {
  type AppProviderValues,
  formPathOf,
  toAppProvider,
  valuesOfProvider,
} from './provider-form-values.ts'
import { type ListedProvider, useReloadAppProviders } from './provider-query.ts'
import { appProviderStrings as strings } from './provider-strings.ts'
import type { SignInOfTable } from './sign-in-query.ts'

interface AppProviderFormProps {
  place: SignInOfTable
  /** Undefined for a new one. */
  stored: ListedProvider | undefined
  callbackOfTable: string
  onDone: () => void
}

const LABELS = {
  label: shared.buttonName,
  name: strings.name,
  ...Object.fromEntries(
    Object.entries(shared.labels).map(([name, label]) => [`provider.texts.${name}`, label]),
  ),
}

function useProviderEdit({ place, stored, onDone }: AppProviderFormProps) {
  const params = { projectId: useCurrentProject().id }
  const reload = useReloadAppProviders()
  const form = useForm<AppProviderValues>({ defaultValues: valuesOfProvider(stored) })
  const { environmentId, tableId } = place
  const edit = useEdit({
    what: stored ? 'Changing a provider of app users' : 'Adding a provider of app users',
    form,
    labels: LABELS,
    fieldOf: (path) => formPathOf(path, form.getValues('provider')),
    // Zero refuses the name of another provider.
    revision: stored?.revision ?? 0,
    save: async (values, basedOn) => {
      const body = { environmentId, tableId, ...toAppProvider(values) }
      await client.call(saveAppProvider, { params, body, ...basedOn })
    },
    remove: (basedOn) => {
      const body = { environmentId, tableId, name: stored?.name ?? '' }
      return client.call(deleteAppProvider, { params, body, ...basedOn })
    },
    onDone: () => {
      reload()
      onDone()
    },
  })
  return { form, edit }
}

function ProviderStale({ edit, form }: ReturnType<typeof useProviderEdit>) {
  if (!edit.stale) return null
  const theirs = valuesOfProvider((edit.stale.theirs ?? undefined) as AppProvider | undefined)
  const yours = form.getValues()
  const hasAddresses = yours.provider.hasAddresses || theirs.provider.hasAddresses
  const shown = shownFields({ ...yours.provider, hasAddresses })
  return (
    <StaleNotice
      act={edit.stale.act}
      sides={[
        { label: shared.buttonName, yours: yours.label, theirs: theirs.label },
        ...shown
          .filter((name) => name !== 'clientSecret')
          .map((name) => ({
            label: shared.labels[name],
            yours: yours.provider.texts[name],
            theirs: theirs.provider.texts[name],
          })),
        {
          label: strings.createsAccounts,
          yours: strings.onOrOff(yours.createsAccounts),
          theirs: strings.onOrOff(theirs.createsAccounts),
        },
      ]}
      onKeepMine={edit.keepMine}
      onTakeTheirs={() => edit.takeTheirs(theirs)}
    />
  )
}

export function AppProviderForm(props: AppProviderFormProps) {
  const { place, stored, callbackOfTable, onDone } = props
  const { form, edit } = useProviderEdit(props)
  const stopped = useStopReason()
  const closed = !useItemAccess(place.environmentId)
  return (
    <ItemFormFrame
      isNew={stored === undefined}
      removeLabel={strings.remove}
      closed={closed}
      edit={edit}
      fields={
        <AppProviderFields
          form={form}
          isNew={stored === undefined}
          isDisabled={closed || stopped !== undefined}
          callbackOfTable={callbackOfTable}
        />
      }
      stale={<ProviderStale edit={edit} form={form} />}
      question={({ open, onCancel, onConfirm }) => (
        <ConfirmDialog
          open={open}
          onOpenChange={onCancel}
          title={strings.removeTitle(stored?.label ?? '')}
          text={strings.removeText}
          cancelLabel={settings.cancel}
          confirmLabel={strings.remove}
          onConfirm={onConfirm}
        />
      )}
      onSubmit={() => {
        form.clearErrors()
        edit.save(form.getValues())
      }}
      onDone={onDone}
    />
  )
}
