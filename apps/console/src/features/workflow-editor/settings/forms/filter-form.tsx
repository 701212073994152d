import { lazy, Suspense, useMemo } from 'react'
import { useRelatedRowControl } from '../../../../state/filter/related-rows.ts'
import { formStrings } from '../../strings/form-strings.ts'
import { nodeSettingsStrings } from '../../strings/node-settings-strings.ts'
import { textOf } from '../property/property.ts'
import type { FormProps } from './form-props.ts'
import { filterFieldsOf, isEventFilter, useEventFilterIssue } from './node-filter.ts'
import { useNodeTable } from './use-node-table.ts'

const FilterBuilder = lazy(async () => ({
  default: (await import('../../../../state/filter/filter-builder.tsx')).FilterBuilder,
}))

/** The grid's filter builder, with the fields of the node's table. */
export function FilterForm({ node, property, value, onChange }: FormProps) {
  const { table } = useNodeTable(node)
  const text = textOf(value)
  const isOfEvent = isEventFilter(property)
  const issue = useEventFilterIssue(text, isOfEvent ? table : undefined)
  const relationValue = useRelatedRowControl()
  const fields = useMemo(() => (table ? filterFieldsOf(table, property) : []), [table, property])
  if (!table) return <p className="text-xs text-fg-2">{formStrings.row.none}</p>
  return (
    <>
      <Suspense fallback={<div className="h-8" />}>
        <FilterBuilder
          text={text}
          fields={fields}
          relationValue={(choice) => relationValue?.(choice) ?? null}
          onText={onChange}
          onApply={() => undefined}
        />
      </Suspense>
      {issue ? (
        <p role="alert" className="text-xs text-danger-text">
          {issue}
        </p>
      ) : isOfEvent ? (
        <p className="text-xs text-fg-2">{nodeSettingsStrings.eventFilterHint}</p>
      ) : null}
    </>
  )
}
