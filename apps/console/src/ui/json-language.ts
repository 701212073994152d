import { json } from '@codemirror/lang-json'
import { syntaxTree } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { type CodeMark, codeMarks, type MarkKind } from './code-marks.ts'

const KINDS = new Map<string, MarkKind>([
  ['PropertyName', 'key'],
  ['String', 'text'],
  ['Number', 'number'],
  ['True', 'word'],
  ['False', 'word'],
  ['Null', 'word'],
])

/** JSON with its colours, folding and brackets. */
export function jsonLanguage(): Extension {
  const marks = codeMarks(
    (view, place) => {
      const found: CodeMark[] = []
      syntaxTree(view.state).iterate({
        ...place,
        enter({ name, from, to }) {
          const kind = KINDS.get(name)
          if (kind) found.push({ from, to, kind })
        },
      })
      return found
    },
    // The text is read in the background; what comes later is coloured later.
    (update) => syntaxTree(update.startState) !== syntaxTree(update.state),
  )
  return [json(), marks]
}
