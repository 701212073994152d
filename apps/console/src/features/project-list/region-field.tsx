import { listRegions, REGIONS } from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { client } from '../../api/client.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import type { CreateProjectValues } from './create-project-values.ts'
import { projectListStrings as strings } from './strings.ts'

/** Regions without a configured cluster; empty while loading. */
function useUnmappedRegions(): ReadonlySet<string> {
  const { data } = useQuery({
    queryKey: ['regions'],
    queryFn: ({ signal }) => client.call(listRegions, { signal }),
  })
  const unmapped = data?.regions.filter((region) => !region.mapped) ?? []
  return new Set(unmapped.map((region) => region.value))
}

export function RegionField({ form }: { form: UseFormReturn<CreateProjectValues> }) {
  const unmapped = useUnmappedRegions()
  const options = REGIONS.map((region) => ({
    ...region,
    ...(unmapped.has(region.value) ? { note: strings.create.defaultCluster } : {}),
  }))
  return (
    <Controller
      control={form.control}
      name="region"
      render={({ field }) => (
        <Field
          label={strings.create.region}
          hint={
            unmapped.has(field.value) ? strings.create.regionUnmapped : strings.create.regionHint
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
