import type { NodeProperty, Table, WorkflowNode } from '@plinth/contract'
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { readConditions } from '../../../state/filter/conditions.ts'
import { cn } from '../../../ui/primitives/cn.ts'
import type { Json } from '../execution/execution.ts'
import { addPath, readEntries, writeEntries } from '../expression/read-entries.ts'
import { FieldName, useFieldTargets } from '../paths/field-targets.ts'
import { usePathDrop } from '../paths/use-path-drop.ts'
import { formStrings as words } from '../strings/form-strings.ts'
import { CodeField } from './fields/code-field.tsx'
import { RowFilterField } from './fields/row-filter-field.tsx'
import { TextField } from './fields/text-field.tsx'
import { EntriesForm } from './forms/entries-form.tsx'
import { FieldsForm } from './forms/fields-form.tsx'
import { FilterForm } from './forms/filter-form.tsx'
import type { FormProps } from './forms/form-props.ts'
import { filterFieldsOf, isEventFilter } from './forms/node-filter.ts'
import { readFormFields } from './forms/read-form-fields.ts'
import { readSort } from './forms/read-sort.ts'
import { RowForm } from './forms/row-form.tsx'
import { SortForm } from './forms/sort-form.tsx'
import { useNodeTable } from './forms/use-node-table.ts'
import { takesExpressions } from './property/field-mode.ts'
import { ModeSwitch } from './property/mode-switch.tsx'
import { type NamedProperty, textOf } from './property/property.ts'
import { readRepeat } from './trigger/read-repeat.ts'
import { ScheduleForm } from './trigger/schedule-form.tsx'

interface FormContext {
  property: NodeProperty
  /** The table that the node names, if the project has it. */
  table: Table | undefined
}

interface Form {
  Form: ComponentType<FormProps>
  canShow: (value: Json | undefined, context: FormContext) => boolean
  /** Takes a path that is inserted into the field as a whole; the text editor takes it if undefined. */
  take?: (value: Json | undefined, path: string) => string
  /** Whether the form shows the failure itself, at the part that caused it. */
  showsError?: boolean
}

const entries = {
  canShow: (value: Json | undefined) => readEntries(value) !== undefined,
  take: (value: Json | undefined, path: string) =>
    writeEntries(addPath(readEntries(value) ?? [], path)),
}

const FORMS: Partial<Record<NonNullable<NodeProperty['ui']['editor']>, Form>> = {
  texts: { Form: EntriesForm, ...entries },
  values: { Form: EntriesForm, ...entries },
  row: { Form: RowForm, ...entries, showsError: true },
  'form-fields': { Form: FieldsForm, canShow: (value) => readFormFields(value) !== undefined },
  'row-sort': { Form: SortForm, canShow: (value) => readSort(textOf(value)) !== undefined },
  schedule: {
    Form: ScheduleForm,
    canShow: (value) => textOf(value).trim() === '' || readRepeat(textOf(value)) !== undefined,
  },
  'row-filter': {
    Form: FilterForm,
    canShow: (value, { property, table }) => {
      const text = textOf(value)
      if (text.trim() === '') return true
      if (!table || typeof value !== 'string') return false
      return readConditions(text, filterFieldsOf(table, property)) !== undefined
    },
    take: (value, path) => [textOf(value).trim(), `"{{ ${path} }}"`].filter(Boolean).join(' && '),
  },
}

function formOf({ ui }: NodeProperty): Form | undefined {
  return ui.editor === undefined ? undefined : FORMS[ui.editor]
}

export function hasForm(property: NodeProperty): boolean {
  return formOf(property) !== undefined
}

interface FormPropertyProps {
  node: WorkflowNode
  named: NamedProperty
  value: Json | undefined
  error: string | undefined
  onChange: (value: Json) => void
}

/** A parameter as a form, or as text if the form cannot show it or the user prefers that. */
export function FormProperty({ node, named, value, error, onChange }: FormPropertyProps) {
  const { name, label, property } = named
  const form = formOf(property)
  const { table } = useNodeTable(node)
  const canShow = form?.canShow(value, { property, table }) === true
  const [chosen, setChosen] = useState<'form' | 'text'>(canShow ? 'form' : 'text')
  const mode = canShow ? chosen : 'text'
  const targets = useFieldTargets()
  const take = mode === 'form' && takesExpressions(property) ? form?.take : undefined
  const insert = useEffectEvent((path: string) => {
    if (take) onChange(take(value, path))
  })
  const canTake = take !== undefined
  useEffect(() => {
    if (canTake) return targets?.register(name, (path) => insert(path))
  }, [canTake, targets, name])
  const { isOver, drop } = usePathDrop(take && ((path) => onChange(take(value, path))))
  const field = { label, property, value, onChange }
  const Text = property.ui.component === 'code-editor' ? CodeField : TextField
  return (
    <div
      data-property={name}
      className={cn('relative rounded-md', isOver && 'outline-2 outline-offset-4 outline-accent')}
      {...drop}
    >
      {mode === 'form' && form ? (
        <div className="flex flex-col gap-1.5">
          <span className="min-h-4 text-xs text-fg-2">{label}</span>
          <FieldName value={undefined}>
            <form.Form node={node} {...field} error={form.showsError ? error : undefined} />
          </FieldName>
          {error && !form.showsError ? (
            <p role="alert" className="text-xs text-danger-text">
              {error}
            </p>
          ) : null}
        </div>
      ) : (
        <FieldName value={name}>
          {isEventFilter(property) ? (
            <RowFilterField node={node} {...field} />
          ) : (
            <Text {...field} error={error} />
          )}
          {canShow ? null : <p className="pt-1.5 text-xs text-fg-3">{words.noForm}</p>}
        </FieldName>
      )}
      <ModeSwitch
        mode={mode}
        modes={[
          { mode: 'form', label: words.form, hint: words.formHint(label), isDisabled: !canShow },
          { mode: 'text', label: words.text, hint: words.textHint(label) },
        ]}
        onSwitch={setChosen}
        className="absolute -top-1 right-0"
      />
    </div>
  )
}
