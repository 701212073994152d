import { MAX_TEST_BYTES } from '@plinth/contract'
import { Field } from '../../../../ui/forms/field.tsx'
import { TextArea } from '../../../../ui/forms/text-area.tsx'

interface ValueAreaProps {
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** Text of a value, with what is wrong with it below. */
export function ValueArea({ label, value, error, onChange }: ValueAreaProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <TextArea
          {...control}
          rows={1}
          spellCheck={false}
          maxLength={MAX_TEST_BYTES}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="min-h-8! font-mono text-xs"
        />
      )}
    </Field>
  )
}
