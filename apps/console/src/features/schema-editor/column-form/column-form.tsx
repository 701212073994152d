import type { Column, ColumnType, Configuration, Table } from '@plinth/contract'
import { isAuthColumn, newColumn, type SchemaIssue, saveColumn } from '@plinth/schema'
import { type FormEvent, useState } from 'react'
import { newId } from '../../../state/new-id.ts'
import { DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { DialogBody } from '../../../ui/dialogs/dialog-body.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/forms/input.tsx'
import { NumberInput } from '../../../ui/forms/number-input.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { FormIssues } from '../fields/form-issues.tsx'
import { useNameWarning } from '../fields/use-name-warning.ts'
import { columnStrings as strings } from '../strings/column-strings.ts'
import { ColumnOptions, isHalfWritten, withOptions } from './column-options.tsx'
import { startType } from './start-relation.ts'
import { TYPE_CHOICES } from './type-choices.tsx'

interface ColumnFormProps {
  configuration: Configuration
  table: Table
  /** The field to edit; undefined for a new one. */
  column: Column | undefined
  onDone: (configuration: Configuration) => void
  onCancel: () => void
}

export function ColumnForm(props: ColumnFormProps) {
  const { configuration, table, onDone, onCancel } = props
  const [column, setColumn] = useState<Column>(() => props.column ?? newColumn({ id: newId() }))
  const [issues, setIssues] = useState<readonly Pick<SchemaIssue, 'path' | 'message'>[]>([])
  const warning = useNameWarning({ configuration, table, column })
  const isLocked = isAuthColumn(table, column.id)
  // Clears the issues: they are reported again on saving, and a fixed one would mislead.
  const change = (next: (now: Column) => Column) => {
    setIssues([])
    setColumn(next)
  }
  const retype = (type: ColumnType) =>
    change((now) => startType(now, type, { configuration, table }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isHalfWritten(column)) return setIssues([{ path: 'default', message: strings.badJson }])
    const result = saveColumn({ configuration, tableId: table.id, column, newId })
    if (result.ok) onDone(result.configuration)
    else setIssues(result.issues)
  }
  return (
    <form noValidate onSubmit={submit}>
      <DialogBody className="max-h-[calc(100vh-200px)] gap-4 pb-1">
        <div className="grid grid-cols-[1fr_5.5rem] gap-3">
          <Field label={strings.name} hint={isLocked ? strings.lockedByAuth : warning}>
            {(control) => (
              <Input
                {...control}
                {...(isLocked ? {} : { 'data-autofocus': true })}
                autoComplete="off"
                spellCheck={false}
                disabled={isLocked}
                placeholder={strings.namePlaceholder}
                value={column.name}
                onChange={(event) => {
                  const name = event.target.value
                  change((now) => ({ ...now, name }))
                }}
              />
            )}
          </Field>
          <Field label={strings.order}>
            {(control) => (
              <NumberInput
                {...control}
                value={column.order}
                onValueChange={(order) => change((now) => ({ ...now, order: order ?? 0 }))}
              />
            )}
          </Field>
        </div>
        {isLocked ? null : (
          <Field label={strings.type}>
            {(control) => (
              <Select
                {...control}
                value={column.type}
                options={TYPE_CHOICES}
                onValueChange={retype}
              />
            )}
          </Field>
        )}
        <ColumnOptions
          configuration={configuration}
          table={table}
          column={column}
          onChange={(part) => change((now) => withOptions(now, part))}
        />
        <FormIssues issues={issues} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onCancel}>{strings.cancel}</Button>
        <Button type="submit" variant="primary">
          {props.column ? strings.submit : strings.submitNew}
        </Button>
      </DialogFooter>
    </form>
  )
}
