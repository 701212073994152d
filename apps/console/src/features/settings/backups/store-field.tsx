import type { BackupStore } from '@plinth/contract'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { useBackupStores } from './backups-query.ts'
import { backupsStrings as strings } from './strings.ts'

interface StoreFieldProps {
  /** Undefined: the server's default file store. */
  store: BackupStore | undefined
  onChange: (part: { store: BackupStore }) => void
}

/** Selects the store; hidden if there is only one. */
export function StoreField({ store, onChange }: StoreFieldProps) {
  const stores = useBackupStores()
  if (stores.length < 2) return null
  return (
    <Field label={strings.start.store}>
      {(control) => (
        <Select
          {...control}
          value={store ?? stores.at(-1) ?? 'disk'}
          options={stores.map((value) => ({ value, label: strings.start.stores[value] }))}
          onValueChange={(chosen) => onChange({ store: chosen })}
        />
      )}
    </Field>
  )
}
