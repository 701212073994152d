import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete'
import {
  defaultKeymap,
  history,
  historyKeymap,
  redo,
  redoDepth,
  undo,
  undoDepth,
} from '@codemirror/commands'
import { bracketMatching, foldGutter, foldKeymap } from '@codemirror/language'
import { type Diagnostic, linter, lintGutter, lintKeymap, nextDiagnostic } from '@codemirror/lint'
import { EditorState, type Extension, Text } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import '../../ui/code/code-mirror.css'
import { jsonLanguage } from '../../ui/code/json-language.ts'
import type { TextIssue } from './check-json-text.ts'
import { startJsonChecker } from './json-checker.ts'
import { completeJson } from './json-completion.ts'
import { jsonModeStrings as strings } from './strings.ts'

/** Access to the editor's text; it is not copied into state, because reading the whole document is expensive. */
export interface JsonText {
  read: () => string
  replace: (text: string) => void
  undo: () => void
  redo: () => void
  showIssue: () => void
}

export interface JsonState {
  isEdited: boolean
  canUndo: boolean
  canRedo: boolean
}

export interface JsonEditorProps {
  ref: Ref<JsonText>
  start: string
  isReadOnly: boolean
  onState: (state: JsonState) => void
  /** Undefined while the text is being checked. */
  onIssues: (issues: readonly TextIssue[] | undefined) => void
}

const CHECK_PAUSE_MS = 350

const READ_ONLY: Extension = [
  EditorState.readOnly.of(true),
  EditorView.contentAttributes.of({ 'aria-readonly': 'true' }),
]

function surroundings(): Extension {
  return [
    lineNumbers(),
    foldGutter(),
    lintGutter(),
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    jsonLanguage(),
    autocompletion({ override: [completeJson], icons: false, maxRenderedOptions: 10 }),
    offerAfterQuote,
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...lintKeymap,
      ...defaultKeymap,
    ]),
    EditorView.contentAttributes.of({
      'aria-label': strings.label,
      spellcheck: 'false',
      tabindex: '0',
    }),
  ]
}

/** Opens the completion list after a quote, which starts a key or a value. */
const offerAfterQuote = EditorView.updateListener.of(({ transactions, state, view }) => {
  const { head } = state.selection.main
  const isQuote = state.sliceDoc(head - 1, head) === '"'
  if (isQuote && transactions.some((one) => one.isUserEvent('input.type'))) startCompletion(view)
})

function toText(text: string): Text {
  return Text.of(text.split('\n'))
}

/** A JSON editor for the whole configuration, validated while typing. */
export function JsonEditor({ ref, start, isReadOnly, onState, onIssues }: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const base = useRef<Text>(Text.empty)
  const reportState = useEffectEvent((state: EditorState) =>
    onState({
      isEdited: !state.doc.eq(base.current),
      canUndo: undoDepth(state) > 0,
      canRedo: redoDepth(state) > 0,
    }),
  )
  const reportIssues = useEffectEvent(onIssues)
  const startText = useEffectEvent(() => start)
  const shutText = useEffectEvent(() => (isReadOnly ? READ_ONLY : []))

  useEffect(() => {
    if (!host.current) return
    const checker = startJsonChecker()
    const check = async (editor: EditorView): Promise<Diagnostic[]> => {
      const { doc } = editor.state
      const issues = await checker.check(doc.toString()).catch((): TextIssue[] => [])
      if (editor.state.doc.eq(doc)) reportIssues(issues)
      return issues
    }
    base.current = toText(startText())
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: base.current,
        extensions: [
          surroundings(),
          shutText(),
          linter(check, { delay: CHECK_PAUSE_MS }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return
            reportState(update.state)
            reportIssues(undefined)
          }),
        ],
      }),
    })
    view.current = editor
    editor.focus()
    return () => {
      checker.stop()
      editor.destroy()
      view.current = null
    }
  }, [])

  useImperativeHandle(ref, () => ({
    read: () => view.current?.state.doc.toString() ?? start,
    replace(text) {
      const editor = view.current
      if (!editor) return
      base.current = toText(text)
      if (editor.state.doc.eq(base.current)) reportState(editor.state)
      else {
        const { main } = editor.state.selection
        const selection = { anchor: Math.min(main.anchor, text.length) }
        const changes = { from: 0, to: editor.state.doc.length, insert: base.current }
        editor.dispatch({ changes, selection })
      }
    },
    undo: () => view.current && undo(view.current),
    redo: () => view.current && redo(view.current),
    showIssue() {
      if (!view.current) return
      nextDiagnostic(view.current)
      view.current.focus()
    },
  }))
  return <div ref={host} className="min-h-0 flex-1 [&>.cm-editor]:h-full" />
}
