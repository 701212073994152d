import type { Extension } from '@codemirror/state'
import { EditorView, ViewPlugin } from '@codemirror/view'
import { DRAGGED_PATH } from '../paths/path-drag.ts'
import { findExpressions } from './find-expressions.ts'

interface InsertedPath {
  path: string
  at: number
  isCode: boolean
}

/** Code and the inside of an expression take the bare path; other text takes it in braces. */
function insertPath(view: EditorView, { path, at, isCode }: InsertedPath) {
  const text = view.state.doc.toString()
  const isInside = findExpressions(text).some(
    ({ codeFrom, to, isClosed }) => at >= codeFrom && at <= (isClosed ? to - 2 : to),
  )
  const insert = isCode || isInside ? path : `{{ ${path} }}`
  const isEmpty = ['', '{}', 'null'].includes(text.trim())
  const change = isEmpty ? { from: 0, to: text.length, insert } : { from: at, insert }
  view.dispatch({ changes: change, selection: { anchor: change.from + insert.length } })
  view.focus()
}

interface TakePathsOptions {
  isCode: boolean
  /** Receives a function that inserts at the cursor; returns one that is called at the end. */
  onReady: (insert: (path: string) => void) => (() => void) | undefined
}

/** Takes paths that are dropped on the editor, or inserted at its cursor from elsewhere. */
export function takePaths({ isCode, onReady }: TakePathsOptions): Extension {
  return [
    ViewPlugin.define((view) => {
      const end = onReady((path) =>
        insertPath(view, {
          path,
          // Without a cursor, which is at 0 until the editor has had the focus, at the end.
          at: view.state.selection.main.to || view.state.doc.length,
          isCode,
        }),
      )
      return { destroy: () => end?.() }
    }),
    EditorView.domEventHandlers({
      drop(event, view) {
        const path = event.dataTransfer?.getData(DRAGGED_PATH) ?? ''
        if (path === '') return false
        event.preventDefault()
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY })
        insertPath(view, { path, at: at ?? view.state.doc.length, isCode })
        return true
      },
    }),
  ]
}
