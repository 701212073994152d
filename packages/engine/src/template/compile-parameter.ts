import { isObject, type Json } from '../node/json.ts'
import {
  type Code,
  type Expression,
  parseTemplate,
  soleExpression,
  type Template,
} from './parse-template.ts'

/** A parameter with parsed expressions. */
export type Compiled =
  | { kind: 'value'; value: Json }
  | { kind: 'sole'; expression: Expression }
  | { kind: 'text'; template: Template }
  | { kind: 'list'; items: Compiled[] }
  | { kind: 'object'; entries: [string, Compiled][] }
  | { kind: 'issue'; issue: string }

/** Parses the expressions in a text, and in all texts of a list or object. */
export function compileValue(value: Json): Compiled {
  if (typeof value === 'string') {
    const template = parseTemplate(value)
    if (!template) return { kind: 'value', value }
    if ('issue' in template) return { kind: 'issue', issue: template.issue }
    const sole = soleExpression(template)
    return sole ? { kind: 'sole', expression: sole } : { kind: 'text', template }
  }
  if (Array.isArray(value)) return { kind: 'list', items: value.map(compileValue) }
  if (isObject(value)) {
    const entries = Object.entries(value)
    return { kind: 'object', entries: entries.map(([key, entry]) => [key, compileValue(entry)]) }
  }
  return { kind: 'value', value }
}

/** Whether a JSON text ends inside a string after appending `more`. */
function endsInString(more: string, inside: boolean): boolean {
  let quoted = inside
  for (let at = 0; at < more.length; at += 1) {
    if (quoted && more[at] === '\\') at += 1
    else if (more[at] === '"') quoted = !quoted
  }
  return quoted
}

/** Quotes expressions outside of strings, so that the text becomes valid JSON. */
function quoteBare(template: Template): string {
  let inside = false
  return template.parts
    .map((part) => {
      if (typeof part === 'string') {
        inside = endsInString(part, inside)
        return part
      }
      const text = JSON.stringify(`{{ ${part.text} }}`)
      // Inside quotes, the author has already escaped the text.
      return inside ? `{{ ${part.text} }}` : text
    })
    .join('')
}

function parseJson(text: string): { value: Json } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Compiles a JSON parameter: a value, or text with unquoted expressions. */
export function compileJson(value: Json): Compiled {
  if (typeof value !== 'string') return compileValue(value)
  if (value.trim() === '') return { kind: 'value', value: null }
  const plain = parseJson(value)
  if (plain) return compileValue(plain.value)
  const template = parseTemplate(value)
  if (!template) return { kind: 'issue', issue: 'This is not valid JSON.' }
  if ('issue' in template) return { kind: 'issue', issue: template.issue }
  const sole = soleExpression(template)
  if (sole) return { kind: 'sole', expression: sole }
  const filled = parseJson(quoteBare(template))
  return filled ? compileValue(filled.value) : { kind: 'issue', issue: 'This is not valid JSON.' }
}

/** User code in a parameter, in evaluation order. */
export function codeIn(compiled: Compiled): Code[] {
  switch (compiled.kind) {
    case 'sole':
      return compiled.expression.kind === 'code' ? [compiled.expression] : []
    case 'text':
      return compiled.template.parts.filter(
        (part): part is Code => typeof part === 'object' && part.kind === 'code',
      )
    case 'list':
      return compiled.items.flatMap(codeIn)
    case 'object':
      return compiled.entries.flatMap(([, entry]) => codeIn(entry))
    default:
      return []
  }
}
