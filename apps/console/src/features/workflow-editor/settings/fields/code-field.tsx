import type { Language } from '../../expression/expression-editor.tsx'
import { ExpressionField } from '../../expression/expression-field.tsx'
import { type PropertyProps, textOf } from '../property/property.ts'

const LANGUAGES: Readonly<Record<string, Language>> = {
  javascript: 'javascript',
  js: 'javascript',
  sql: 'sql',
  json: 'json',
}

export function CodeField({ label, property, value, onChange, error }: PropertyProps) {
  const { language = '', height, placeholder } = property.ui
  return (
    <ExpressionField
      label={label}
      value={textOf(value)}
      onChange={onChange}
      language={LANGUAGES[language.toLowerCase()] ?? 'text'}
      height={height}
      placeholder={placeholder}
      error={error}
    />
  )
}
