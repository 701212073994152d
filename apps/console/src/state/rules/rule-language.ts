import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  startCompletion,
} from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import {
  type CheckInput,
  type CompletionItem,
  complete,
  type TokenType,
  tokenize,
} from '@plinth/expression'
import { codeMarks, type MarkKind } from '../../ui/code/code-marks.ts'

const KINDS: Partial<Record<TokenType, MarkKind>> = {
  root: 'key',
  text: 'text',
  number: 'number',
  digits: 'number',
  operator: 'word',
  and: 'word',
  or: 'word',
  not: 'word',
  comment: 'comment',
}
const WORDS = new Set(['true', 'false', 'null'])
/** Roots that always need a name after them. */
const ROOTS = new Set(['@request', '@table', '@const'])

const marks = codeMarks((view) =>
  tokenize(view.state.doc.toString()).tokens.flatMap(({ type, text, from, to }) => {
    const kind = type === 'name' && WORDS.has(text) ? 'number' : KINDS[type]
    return kind ? [{ from, to, kind }] : []
  }),
)

function applyWithDot(view: EditorView, item: CompletionItem, range: { from: number; to: number }) {
  const insert = `${item.label}.`
  view.dispatch({
    changes: { ...range, insert },
    selection: { anchor: range.from + insert.length },
  })
  startCompletion(view)
}

function optionOf(item: CompletionItem) {
  const { label, kind, detail } = item
  const goesOn = ROOTS.has(label) || kind === 'table'
  return {
    label,
    detail: detail ?? kind,
    ...(goesOn
      ? {
          apply: (view: EditorView, _: unknown, from: number, to: number) =>
            applyWithDot(view, item, { from, to }),
        }
      : {}),
  }
}

/** CodeMirror support for rules: highlighting, and completion of tables, fields and the request. */
export function ruleLanguage(ground: () => CheckInput): Extension {
  const source = (context: CompletionContext): CompletionResult | null => {
    const text = context.state.doc.toString()
    const { from, to, items } = complete({ text, caret: context.pos, input: ground() })
    const isAsked = context.explicit || from < context.pos || text[context.pos - 1] === '.'
    if (!isAsked || items.length === 0) return null
    return { from, to, options: items.map(optionOf), filter: false }
  }
  return [marks, autocompletion({ override: [source], icons: false, maxRenderedOptions: 10 })]
}
