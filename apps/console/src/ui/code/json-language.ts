import { json } from '@codemirror/lang-json'
import type { Extension } from '@codemirror/state'
import type { MarkKind } from './code-marks.ts'
import { syntaxMarks } from './syntax-marks.ts'

const KINDS = new Map<string, MarkKind>([
  ['PropertyName', 'key'],
  ['String', 'text'],
  ['Number', 'number'],
  ['True', 'word'],
  ['False', 'word'],
  ['Null', 'word'],
])

/** JSON highlighting, folding and bracket matching. */
export function jsonLanguage(): Extension {
  return [json(), syntaxMarks((name) => KINDS.get(name))]
}
