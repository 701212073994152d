import { SwitchRow } from '../../../../ui/forms/switch.tsx'
import type { PropertyProps } from '../property/property.ts'

export function SwitchField({ label, value, onChange }: PropertyProps) {
  return <SwitchRow label={label} checked={value === true} onCheckedChange={onChange} />
}
