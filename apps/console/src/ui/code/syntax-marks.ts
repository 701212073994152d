import { syntaxTree } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { type CodeMark, codeMarks, type MarkKind } from './code-marks.ts'

/** Highlights from the language's syntax tree; `kindOf` maps a node name to a token kind. */
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
    // Parsing continues in the background; highlight again when the tree grows.
    (update) => syntaxTree(update.startState) !== syntaxTree(update.state),
  )
}
