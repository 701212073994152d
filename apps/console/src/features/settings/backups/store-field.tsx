import type { BackupStore } from '@plinth/contract'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { useBackupStores } from './backups-query.ts'
import { backupsStrings as strings } from './strings.ts'

interface StoreFieldProps {
  /** Undefined: where this server keeps its files. */
  store: BackupStore | undefined
  onChange: (part: { store: BackupStore }) => void
}

/** Where an archive goes, if there is a choice. */
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
