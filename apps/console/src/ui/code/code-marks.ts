import type { Extension, Range } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'

/** Kind of a highlighted token. */
export type MarkKind = 'key' | 'text' | 'number' | 'word' | 'comment'

export interface CodeMark {
  from: number
  to: number
  kind: MarkKind
}

/** Finds the tokens in a range of the text. */
export type FindMarks = (view: EditorView, range: { from: number; to: number }) => CodeMark[]

const LOOKS: Record<MarkKind, Decoration> = {
  key: Decoration.mark({ class: 'cm-mark-key' }),
  text: Decoration.mark({ class: 'cm-mark-text' }),
  number: Decoration.mark({ class: 'cm-mark-number' }),
  word: Decoration.mark({ class: 'cm-mark-word' }),
  comment: Decoration.mark({ class: 'cm-mark-comment' }),
}

function paint(view: EditorView, find: FindMarks): DecorationSet {
  const marks: Range<Decoration>[] = view.visibleRanges.flatMap((place) =>
    find(view, place)
      .filter((mark) => mark.to > mark.from)
      .map((mark) => LOOKS[mark.kind].range(mark.from, mark.to)),
  )
  return Decoration.set(marks, true)
}

/** Highlights the visible text; `isStale` reports changes other than edits. */
export function codeMarks(find: FindMarks, isStale?: (update: ViewUpdate) => boolean): Extension {
  return ViewPlugin.define(
    (view) => ({
      marks: paint(view, find),
      update(update: ViewUpdate) {
        if (update.docChanged || update.viewportChanged || isStale?.(update)) {
          this.marks = paint(update.view, find)
        }
      },
    }),
    { decorations: (plugin) => plugin.marks },
  )
}
