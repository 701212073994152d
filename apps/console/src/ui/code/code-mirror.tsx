import {
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  completionStatus,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { type Diagnostic, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, keymap, placeholder as placeholderOf } from '@codemirror/view'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { cn } from '../primitives/cn.ts'
import './code-mirror.css'

export interface CodeMirrorProps {
  label: string
  /** Initial text, and any later text that comes from outside. */
  value: string
  onChange: (value: string) => void
  /** Language extensions; must be a stable object. */
  extensions: Extension
  diagnostics?: readonly Diagnostic[]
  describedBy?: string | undefined
  invalid?: boolean
  placeholder?: string
  className?: string
  /** Places the cursor after the text. */
  startsAtEnd?: boolean
  onFocusChange?: (focused: boolean) => void
}

/** Escape closes the completion list first, not the surrounding dialog. */
function guardEscape(view: EditorView): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || completionStatus(view.state) === null) return
    if (!view.hasFocus) return
    event.preventDefault()
    event.stopImmediatePropagation()
    closeCompletion(view)
  }
  window.addEventListener('keydown', press, { capture: true })
  return () => window.removeEventListener('keydown', press, { capture: true })
}

function attributesOf(props: CodeMirrorProps): Extension {
  return EditorView.contentAttributes.of({
    'aria-label': props.label,
    ...(props.describedBy ? { 'aria-describedby': props.describedBy } : {}),
    ...(props.invalid ? { 'aria-invalid': 'true' } : {}),
    spellcheck: 'false',
    tabindex: '0',
  })
}

/** Normalises line endings, so that positions match the editor's document. */
function plainLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}

/** A small code editor; Tab moves focus, as in other form fields. */
export function CodeMirror(props: CodeMirrorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const attributes = useRef(new Compartment())
  const change = useEffectEvent((value: string) => props.onChange(value))
  const focus = useEffectEvent((focused: boolean) => props.onFocusChange?.(focused))
  const start = useEffectEvent((parent: HTMLElement) => {
    const extensions = [
      history(),
      drawSelection(),
      closeBrackets(),
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorView.lineWrapping,
      EditorView.updateListener.of((update) => {
        if (update.docChanged) change(update.state.doc.toString())
        if (update.focusChanged) focus(update.view.hasFocus)
      }),
      attributes.current.of(attributesOf(props)),
      props.placeholder ? placeholderOf(props.placeholder) : [],
      props.extensions,
    ]
    const doc = plainLines(props.value)
    const selection = { anchor: props.startsAtEnd ? doc.length : 0 }
    const state = EditorState.create({ doc, selection, extensions })
    return new EditorView({ parent, state })
  })

  // A layout effect, so that the editor is ready for the first key press.
  useLayoutEffect(() => {
    if (!host.current) return
    const editor = start(host.current)
    view.current = editor
    const release = guardEscape(editor)
    return () => {
      release()
      view.current = null
      editor.destroy()
    }
  }, [])

  useEffect(() => {
    const editor = view.current
    const text = plainLines(props.value)
    if (!editor || editor.state.doc.toString() === text) return
    const all = { from: 0, to: editor.state.doc.length, insert: text }
    editor.dispatch({ changes: all, selection: { anchor: text.length } })
  }, [props.value])

  const { label, describedBy, invalid, diagnostics } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these values change the attributes
  useEffect(() => {
    view.current?.dispatch({ effects: attributes.current.reconfigure(attributesOf(props)) })
  }, [label, describedBy, invalid])

  useEffect(() => {
    const editor = view.current
    if (!editor || !diagnostics) return
    const length = editor.state.doc.length
    const inside = diagnostics.filter(({ to }) => to <= length)
    editor.dispatch(setDiagnostics(editor.state, inside))
  }, [diagnostics])

  return (
    <div
      ref={host}
      className={cn(
        'relative min-w-0 rounded-md border bg-surface shadow-1 transition-[border-color,box-shadow] duration-100',
        'focus-within:border-accent focus-within:shadow-[0_0_0_1px_var(--surface),0_0_0_3px_color-mix(in_oklch,var(--accent)_55%,transparent)]',
        invalid ? 'border-danger' : 'border-line-strong',
        props.className,
      )}
    />
  )
}
