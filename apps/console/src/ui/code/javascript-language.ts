import { javascript } from '@codemirror/lang-javascript'
import type { Extension } from '@codemirror/state'
import type { MarkKind } from './code-marks.ts'
import { syntaxMarks } from './syntax-marks.ts'

const KINDS = new Map<string, MarkKind>([
  ['PropertyName', 'key'],
  ['PropertyDefinition', 'key'],
  ['String', 'text'],
  ['TemplateString', 'text'],
  ['RegExp', 'text'],
  ['Number', 'number'],
  ['BooleanLiteral', 'word'],
  ['LineComment', 'comment'],
  ['BlockComment', 'comment'],
])
/** The parser names keyword nodes after the keyword: `const`, `return`, … */
const IS_KEYWORD = /^[a-z]+$/

/** JavaScript highlighting, folding and bracket matching. */
export function javascriptLanguage(): Extension {
  const kindOf = (name: string) => KINDS.get(name) ?? (IS_KEYWORD.test(name) ? 'word' : undefined)
  return [javascript(), syntaxMarks(kindOf)]
}
