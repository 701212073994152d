import { KeyRound, Plus } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useStopReason } from '../../../state/availability.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { useLast } from '../../../ui/hooks/use-last.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { CopyButton } from '../../../ui/primitives/copy-button.tsx'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { type DataColumn, LineSkeleton } from '../../../ui/tables/data-table.tsx'
import { QueryTable } from '../../../ui/tables/query-table.tsx'
import { RowButton } from '../panel/row-button.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { useItemAccess } from '../panel/use-item-access.ts'
import { AppProviderForm } from './provider-form.tsx'
import { type ListedProvider, useAppProviders, useCallbackBase } from './provider-query.ts'
import { appProviderStrings as strings } from './provider-strings.ts'
import type { SignInOfTable } from './sign-in-query.ts'

function columnsOf(onOpen: (one: ListedProvider) => void): readonly DataColumn<ListedProvider>[] {
  return [
    {
      key: 'provider',
      header: strings.columns.provider,
      width: 'w-44',
      cell: (one) => (
        <span className="flex min-w-0 flex-col">
          <RowButton title={one.label} onClick={() => onOpen(one)}>
            {one.label}
          </RowButton>
          <span className="truncate font-mono text-xs text-fg-2">{one.name}</span>
        </span>
      ),
      skeleton: <LineSkeleton className="w-24" />,
    },
    {
      key: 'issuer',
      header: strings.columns.issuer,
      width: 'w-60',
      cell: ({ issuer }) => (
        <span title={issuer} className="block truncate font-mono text-xs">
          {issuer}
        </span>
      ),
      skeleton: <LineSkeleton className="w-40" />,
    },
    {
      key: 'callback',
      header: strings.columns.callback,
      cell: ({ label, callback }) => (
        <span className="flex min-w-0 items-center gap-1">
          <span title={callback} className="truncate font-mono text-xs">
            {callback}
          </span>
          <CopyButton label={strings.copy(label)} copiedLabel={strings.copied} text={callback} />
        </span>
      ),
      skeleton: <LineSkeleton className="w-48" />,
    },
    {
      key: 'accounts',
      header: strings.columns.accounts,
      width: 'w-48',
      cell: ({ createsAccounts }) => strings.accounts(createsAccounts),
      skeleton: <LineSkeleton className="w-28" />,
    },
  ]
}

function ProviderList({ place }: { place: SignInOfTable }) {
  const [opened, setOpened] = useState<{ stored: ListedProvider | undefined }>()
  const shown = useLast(opened)
  const columns = useMemo(() => columnsOf((stored) => setOpened({ stored })), [])
  const callbackBase = useCallbackBase()
  const stopped = useStopReason()
  const mayChange = useItemAccess(place.environmentId)
  const close = () => setOpened(undefined)
  const name = strings.option(place.table, place.environment)
  const stored = shown?.stored
  const add = (
    <GatedButton
      variant="primary"
      reason={mayChange ? stopped : settings.production}
      onClick={() => setOpened({ stored: undefined })}
    >
      <Plus aria-hidden="true" />
      {strings.add}
    </GatedButton>
  )
  return (
    <>
      <QueryTable
        label={strings.title}
        query={useAppProviders(place)}
        columns={columns}
        onOpen={(one) => setOpened({ stored: one })}
        empty={
          <EmptyState icon={<KeyRound />} title={strings.empty.title} text={strings.empty.text} />
        }
      />
      <div className="mt-3 flex justify-end">{add}</div>
      <Dialog
        open={opened !== undefined && callbackBase !== undefined}
        onOpenChange={close}
        title={stored ? strings.editTitle(stored.label, name) : strings.addTitle(name)}
        description={strings.dialogText}
      >
        {shown ? (
          <AppProviderForm
            key={stored?.id ?? ''}
            place={place}
            stored={stored}
            callbackOfTable={`${callbackBase}/${place.environmentId}/${place.tableId}`}
            onDone={close}
          />
        ) : null}
      </Dialog>
    </>
  )
}

/** The identity providers of the chosen table and environment. */
export function ProvidersSection({ places }: { places: readonly SignInOfTable[] }) {
  const heading = useId()
  const [chosen, setChosen] = useState<string>()
  const place = places.find(({ id }) => id === chosen) ?? places[0]
  if (!place) return null
  return (
    <section aria-labelledby={heading} className="mt-8">
      <div className="mb-3 flex items-end justify-between gap-4">
        <div>
          <h3 id={heading} className="text-md font-semibold">
            {strings.title}
          </h3>
          <p className="mt-0.5 max-w-160 text-sm text-fg-2">{strings.text}</p>
        </div>
        <Field label={strings.table} className="w-56 shrink-0">
          {(control) => (
            <Select
              {...control}
              value={place.id}
              options={places.map(({ id, table, environment }) => ({
                value: id,
                label: strings.option(table, environment),
              }))}
              onValueChange={setChosen}
            />
          )}
        </Field>
      </div>
      <ProviderList key={place.id} place={place} />
    </section>
  )
}
