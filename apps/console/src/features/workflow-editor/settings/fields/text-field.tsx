import { ExpressionField } from '../../expression/expression-field.tsx'
import { type PropertyProps, textOf } from '../property/property.ts'

export function TextField({ label, property, value, onChange, error }: PropertyProps) {
  return (
    <ExpressionField
      label={label}
      value={textOf(value)}
      onChange={onChange}
      language="line"
      placeholder={property.ui.placeholder}
      error={error}
    />
  )
}
