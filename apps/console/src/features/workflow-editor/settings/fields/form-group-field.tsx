import type { PropertyProps } from '../property/property.ts'
import { PartField, partsOf } from './parts.tsx'

export function FormGroupField(props: PropertyProps) {
  return (
    <fieldset className="flex flex-col gap-2.5 rounded-md border px-3 pt-1 pb-3">
      <legend className="px-1 text-xs text-fg-2">{props.label}</legend>
      {partsOf(props).map((part) => (
        <PartField key={part.value} part={part} />
      ))}
    </fieldset>
  )
}
