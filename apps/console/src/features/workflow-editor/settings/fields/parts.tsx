import { Field } from '../../../../ui/forms/field.tsx'
import { TextArea } from '../../../../ui/forms/text-area.tsx'
import { isRecord, type PropertyProps, textOf } from '../property/property.ts'

/**
 * A component with several inputs takes their names from its options; the value has one key for
 * each.
 */
export function partsOf({ property, value, onChange }: PropertyProps) {
  const texts = isRecord(value) ? value : {}
  return (property.ui.options ?? []).map((option) => ({
    ...option,
    text: textOf(texts[option.value]),
    change: (text: string) => onChange({ ...texts, [option.value]: text }),
  }))
}

type Part = ReturnType<typeof partsOf>[number]

export function PartField({ part }: { part: Part }) {
  return (
    <Field label={part.label}>
      {(control) => (
        <TextArea
          {...control}
          rows={2}
          value={part.text}
          onChange={(event) => part.change(event.target.value)}
          className="min-h-8!"
        />
      )}
    </Field>
  )
}
