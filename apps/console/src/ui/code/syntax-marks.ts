import { syntaxTree } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { type CodeMark, codeMarks, type MarkKind } from './code-marks.ts'

/** Colours what a language's reader found; `kindOf` names the colour of a piece. */
export function syntaxMarks(kindOf: (name: string) => MarkKind | undefined): Extension {
  return codeMarks(
    (view, place) => {
      const found: CodeMark[] = []
      syntaxTree(view.state).iterate({
        ...place,
        enter({ name, from, to }) {
          const kind = kindOf(name)
          if (kind) found.push({ from, to, kind })
        },
      })
      return found
    },
    // The text is read in the background; what comes later is coloured later.
    (update) => syntaxTree(update.startState) !== syntaxTree(update.state),
  )
}
