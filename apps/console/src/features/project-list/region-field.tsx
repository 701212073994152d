import { REGIONS } from '@plinth/contract'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { DEFAULT_CLUSTER, describeRegion, useUnmappedRegions } from '../../state/regions.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import type { CreateProjectValues } from './create-project-values.ts'
import { projectListStrings as strings } from './strings.ts'

export function RegionField({ form }: { form: UseFormReturn<CreateProjectValues> }) {
  const unmapped = useUnmappedRegions()
  const options = REGIONS.map((region) => ({
    ...region,
    ...(unmapped.has(region.value) ? { note: DEFAULT_CLUSTER } : {}),
  }))
  return (
    <Controller
      control={form.control}
      name="region"
      render={({ field }) => (
        <Field
          label={strings.create.region}
          hint={
            unmapped.has(field.value)
              ? describeRegion(field.value, unmapped)
              : strings.create.regionHint
          }
        >
          {(control) => (
            <Select
              {...control}
              value={field.value}
              options={options}
              onValueChange={field.onChange}
            />
          )}
        </Field>
      )}
    />
  )
}
