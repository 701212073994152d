import type { EnvironmentName, Table } from '@plinth/contract'
import { type FormEvent, useState } from 'react'
import { Dialog, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { SwitchRow } from '../../../ui/forms/switch.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { FormProblem } from '../panel/form-notes.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { KeySecret } from './key-secret.tsx'
import { OperationTable } from './operation-table.tsx'
import { keysStrings as strings } from './strings.ts'
import { type KeyValues, LIFETIMES, useCreateKey } from './use-create-key.ts'

interface CreateKeyDialogProps {
  environment: EnvironmentName
  tables: readonly Table[]
  open: boolean
  onClose: () => void
}

type Created = ReturnType<typeof useCreateKey>

const EMPTY: KeyValues = { name: '', lifetime: '90', chosen: {}, canNameVisitors: false }

function KeyForm(props: Pick<CreateKeyDialogProps, 'tables' | 'onClose'> & { created: Created }) {
  const { tables, created, onClose } = props
  const [values, setValues] = useState<KeyValues>(EMPTY)
  const set = (part: Partial<KeyValues>) => {
    created.forgive()
    setValues({ ...values, ...part })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    created.create(values)
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className="flex flex-col gap-4 px-5 pt-4">
        <div className="grid grid-cols-[1fr_10rem] gap-3">
          <Field label={strings.name} required>
            {(control) => (
              <Input
                {...control}
                data-autofocus
                autoComplete="off"
                maxLength={100}
                placeholder={strings.namePlaceholder}
                value={values.name}
                onChange={(event) => set({ name: event.target.value })}
              />
            )}
          </Field>
          <Field label={strings.lifetime}>
            {(control) => (
              <Select
                {...control}
                value={values.lifetime}
                options={LIFETIMES.map((value) => ({ value, label: strings.lifetimes[value] }))}
                onValueChange={(lifetime) => set({ lifetime })}
              />
            )}
          </Field>
        </div>
        <fieldset className="flex flex-col gap-1.5">
          <legend className="pb-1.5 text-xs text-fg-2">{strings.tables}</legend>
          <OperationTable
            tables={tables}
            chosen={values.chosen}
            onChange={(chosen) => set({ chosen })}
          />
          <p className="text-xs text-fg-3">{strings.tablesHint}</p>
        </fieldset>
        <SwitchRow
          label={strings.visitors}
          hint={strings.visitorsHint}
          checked={values.canNameVisitors}
          onCheckedChange={(canNameVisitors) => set({ canNameVisitors })}
        />
        <FormProblem>{created.problem}</FormProblem>
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{settings.cancel}</Button>
        <Button type="submit" variant="primary" busy={created.busy}>
          {settings.create}
        </Button>
      </DialogFooter>
    </form>
  )
}

function Body({ environment, tables, onClose }: Omit<CreateKeyDialogProps, 'open'>) {
  const created = useCreateKey(environment)
  if (created.secret !== undefined) return <KeySecret secret={created.secret} onDone={onClose} />
  return <KeyForm {...{ tables, created, onClose }} />
}

/** Creates a key, then shows its secret once. */
export function CreateKeyDialog({ open, ...props }: CreateKeyDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={props.onClose}
      title={strings.create}
      description={strings.dialogText(props.environment)}
      className="w-160"
    >
      <Body {...props} />
    </Dialog>
  )
}
