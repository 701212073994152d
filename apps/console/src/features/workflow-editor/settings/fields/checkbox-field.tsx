import type { PropertyProps } from '../property/property.ts'

export function CheckboxField({ label, value, onChange }: PropertyProps) {
  return (
    <label className="flex min-h-6 items-center gap-2 text-sm">
      <input
        type="checkbox"
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
        className="ring-focus size-3.5 rounded-sm accent-(--accent)"
      />
      {label}
    </label>
  )
}
