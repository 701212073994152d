import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  startCompletion,
} from '@codemirror/autocomplete'
import type { Extension, Range } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { completePath, type PathChoice } from './complete-path.ts'
import { findExpressions } from './find-expressions.ts'
import { previewText } from './preview-text.ts'
import type { Scope } from './scope.ts'

const LOOKS = {
  value: Decoration.mark({ class: 'cm-expression cm-expression-value' }),
  broken: Decoration.mark({ class: 'cm-expression cm-expression-broken' }),
  unknown: Decoration.mark({ class: 'cm-expression' }),
}

function paint(view: EditorView, scope: Scope): DecorationSet {
  const text = view.state.doc.toString()
  const marks = findExpressions(text).map(({ from, to }): Range<Decoration> => {
    const preview = previewText(scope, text.slice(from, to))
    return LOOKS[preview?.kind ?? 'unknown'].range(from, to)
  })
  return Decoration.set(marks, true)
}

function highlight(scope: () => Scope): Extension {
  return ViewPlugin.define(
    (view) => ({
      marks: paint(view, scope()),
      update(update: ViewUpdate) {
        if (update.docChanged || update.focusChanged) this.marks = paint(update.view, scope())
      },
    }),
    { decorations: (plugin) => plugin.marks },
  )
}

/** The part of the expression before the caret; undefined outside an expression. */
function beforeCaret(text: string, caret: number): string | undefined {
  const around = findExpressions(text).find(
    ({ codeFrom, to, isClosed }) => caret >= codeFrom && caret <= (isClosed ? to - 2 : to),
  )
  return around ? text.slice(around.codeFrom, caret) : undefined
}

function optionOf({ text, label, detail }: PathChoice): Completion {
  const goesOn = text.endsWith('"') || text.endsWith('.')
  return {
    label,
    detail,
    apply: (view, _, from, to) => {
      // Do not insert a closing bracket that auto-closing has already inserted.
      const after = view.state.sliceDoc(to, to + 2)
      const doubled = text.endsWith('"]') && after.startsWith('"]') ? 2 : 0
      view.dispatch({
        changes: { from, to: to + doubled, insert: text },
        selection: { anchor: from + text.length },
      })
      if (goesOn) startCompletion(view)
    },
  }
}

/** Completion for expressions: the whole text in code, the text inside braces elsewhere. */
export function expressionCompletion(scope: () => Scope, isCode: boolean): Extension {
  const source = (context: CompletionContext): CompletionResult | null => {
    const text = context.state.doc.toString()
    const before = isCode
      ? (/[^\n]*$/.exec(text.slice(0, context.pos))?.[0] ?? '')
      : beforeCaret(text, context.pos)
    if (before === undefined || (isCode && !context.explicit && !/[$.["\w]$/.test(before)))
      return null
    const found = completePath(scope(), before)
    if (!found) return null
    return {
      from: context.pos - found.typed,
      options: found.choices.map(optionOf),
      filter: false,
    }
  }
  return autocompletion({ override: [source], icons: false, maxRenderedOptions: 10 })
}

/** Highlights `{{ … }}` by whether it resolves, and completes inside it. */
export function expressionLanguage(scope: () => Scope): Extension {
  return [highlight(scope), expressionCompletion(scope, false)]
}
