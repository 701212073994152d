import { lazy, Suspense, useMemo } from 'react'
import { listFilterFields } from '../../../../state/filter/filter-fields.ts'
import { useRelatedRowControl } from '../../../../state/filter/related-rows.ts'
import { formStrings } from '../../strings/form-strings.ts'
import { textOf } from '../property/property.ts'
import type { FormProps } from './form-props.ts'
import { useNodeTable } from './use-node-table.ts'

const FilterBuilder = lazy(async () => ({
  default: (await import('../../../../state/filter/filter-builder.tsx')).FilterBuilder,
}))

/** The grid's filter builder, with the fields of the node's table. */
export function FilterForm({ node, value, onChange }: FormProps) {
  const { table } = useNodeTable(node)
  const relationValue = useRelatedRowControl()
  const fields = useMemo(() => (table ? listFilterFields(table) : []), [table])
  if (!table) return <p className="text-xs text-fg-2">{formStrings.row.none}</p>
  return (
    <Suspense fallback={<div className="h-8" />}>
      <FilterBuilder
        text={textOf(value)}
        fields={fields}
        relationValue={(choice) => relationValue?.(choice) ?? null}
        onText={onChange}
        onApply={() => undefined}
      />
    </Suspense>
  )
}
