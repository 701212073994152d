import { useId } from 'react'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { columnStrings as strings } from '../strings/column-strings.ts'

interface SelectDefaultProps {
  label: string
  options: Readonly<Record<string, unknown>>
  onChange: (value: string | string[]) => void
}

/** Prefix of option values, so that an option named like the "none" value is not mistaken for it. */
const MARK = '='

function DefaultList({
  label,
  chosen,
  offered,
  onChange,
}: {
  label: string
  chosen: readonly string[]
  offered: readonly string[]
  onChange: (values: string[]) => void
}) {
  const id = useId()
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-xs text-fg-2">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {offered.map((value) => (
          <label
            key={value}
            htmlFor={`${id}-${value}`}
            className="flex h-7 items-center gap-2 rounded-md border px-2 text-xs has-checked:border-accent-line has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:shadow-[0_0_0_1px_var(--surface),0_0_0_3px_color-mix(in_oklch,var(--accent)_55%,transparent)]"
          >
            <input
              id={`${id}-${value}`}
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) =>
                onChange(
                  offered.filter((other) =>
                    other === value ? event.target.checked : chosen.includes(other),
                  ),
                )
              }
              className="accent-(--accent) outline-none"
            />
            {value}
          </label>
        ))}
        {offered.length === 0 ? <span className="text-xs text-fg-3">{strings.none}</span> : null}
      </div>
    </fieldset>
  )
}

/** The default of a select field: one option, or several if the field is multiple. */
export function SelectDefault({ label, options, onChange }: SelectDefaultProps) {
  const offered = Array.isArray(options.selectOptions) ? options.selectOptions.map(String) : []
  const stored = Array.isArray(options.default) ? options.default : [options.default]
  const chosen = stored.map(String).filter((value) => offered.includes(value))
  if (options.hasMultiple === true) {
    return <DefaultList label={label} chosen={chosen} offered={offered} onChange={onChange} />
  }
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={chosen[0] === undefined ? 'none' : `${MARK}${chosen[0]}`}
          options={[
            { value: 'none', label: strings.none },
            ...offered.map((value) => ({ value: `${MARK}${value}`, label: value })),
          ]}
          onValueChange={(value) => onChange(value === 'none' ? '' : value.slice(MARK.length))}
        />
      )}
    </Field>
  )
}
