import type { NodeProperty } from '@plinth/contract'
import type { Json } from '../../execution/execution.ts'
import { findExpressions } from '../../expression/find-expressions.ts'
import { readPath } from '../../expression/read-path.ts'
import { resolvePath } from '../../expression/resolve-path.ts'
import type { Scope } from '../../expression/scope.ts'
import { textOf } from './property.ts'

const SCRIPTS = ['javascript', 'js', 'sql', 'row-filter', 'rule']

/** Whether the engine evaluates expressions in a parameter. Credentials, code and filters have none. */
export function takesExpressions({ ui }: NodeProperty): boolean {
  if (ui.component === 'credential-selector') return false
  return !SCRIPTS.includes((ui.language ?? '').toLowerCase())
}

/** Whether the form component edits expressions itself. */
export function editsExpressions({ ui }: NodeProperty): boolean {
  return ['text-input', 'code-editor', 'json-editor'].includes(ui.component)
}

export function isExpression(value: Json | undefined): value is string {
  return typeof value === 'string' && value.includes('{{')
}

/** The same value as an expression; an empty one becomes the whole input. */
export function toExpression(value: Json | undefined): string {
  if (isExpression(value)) return value
  const isEmpty = ['', '{}'].includes(textOf(value).trim()) || typeof value === 'object'
  return isEmpty ? '{{ $in }}' : `{{ ${JSON.stringify(value)} }}`
}

/** The value of a text that is a single path or a literal. */
export function soleValue(scope: Scope, text: string): Json | undefined {
  const [only, ...others] = findExpressions(text)
  if (!only || others.length > 0 || only.code.trim() === '') return undefined
  if (text.trim() !== text.slice(only.from, only.to)) return undefined
  const path = readPath(only.code)
  if (path) {
    const resolved = resolvePath(scope, path)
    return resolved.kind === 'value' ? resolved.value : undefined
  }
  try {
    return JSON.parse(only.code) as Json
  } catch {
    return undefined
  }
}

/** The fixed value that an expression came to; the default if it is unknown or of another type. */
export function toFixed(
  value: Json | undefined,
  { property, scope }: { property: NodeProperty; scope: Scope },
): Json {
  const otherwise = property.default ?? (property.ui.component === 'number-input' ? null : '')
  const known = soleValue(scope, textOf(value))
  if (known === undefined) return otherwise
  const { component, options = [] } = property.ui
  switch (component) {
    case 'number-input':
      return typeof known === 'number' ? known : otherwise
    case 'switch':
    case 'checkbox':
      return typeof known === 'boolean' ? known : otherwise
    case 'select':
    case 'radio':
      return options.some((one) => one.value === known) ? known : otherwise
    case 'text-input':
    case 'code-editor':
      return textOf(known).includes('{{') ? otherwise : textOf(known)
    default:
      return typeof known === typeof otherwise ? known : otherwise
  }
}
