import { type KeyboardEvent, lazy, Suspense, useLayoutEffect, useRef } from 'react'
import { hasRichText, printCell } from '../print-cell.ts'
import { readCell } from '../read-cell.ts'
import type { EditorProps } from './editor-props.ts'
import { JsonEditor } from './json-editor.tsx'
import { RelationEditor } from './relation-editor.tsx'
import { SelectEditor } from './select-editor.tsx'
import { TextEditor } from './text-editor.tsx'

const RichTextEditor = lazy(async () => ({
  default: (await import('./rich-text-editor.tsx')).RichTextEditor,
}))
const FileEditor = lazy(async () => ({
  default: (await import('../files/file-editor.tsx')).FileEditor,
}))
const DateEditor = lazy(async () => ({ default: (await import('./date-editor.tsx')).DateEditor }))

function PlainEditor(props: EditorProps) {
  const { field, label, value, isReplacing, onCommit, onCancel } = props
  return (
    <TextEditor
      field={field}
      label={label}
      text={isReplacing ? '' : printCell(field, value)}
      onDone={(text, move) =>
        onCommit(text === undefined ? undefined : readCell(field, text), move)
      }
      onCancel={onCancel}
    />
  )
}

function editorOf(props: EditorProps) {
  const { field, ...rest } = props
  switch (field.type) {
    case 'select':
      return <SelectEditor {...rest} field={field} />
    case 'date':
      return <DateEditor {...rest} field={field} />
    case 'relation':
      return <RelationEditor {...rest} field={field} />
    case 'image':
    case 'file':
      return <FileEditor {...rest} field={field} />
    case 'json':
      return <JsonEditor {...props} />
    case 'text':
      return hasRichText(field) ? (
        <RichTextEditor {...rest} field={field} />
      ) : (
        <PlainEditor {...props} />
      )
    default:
      return <PlainEditor {...props} />
  }
}

interface WaitingProps extends Pick<EditorProps, 'label' | 'onCancel'> {
  onType: (text: string) => void
}

/** Takes what is typed while the editor is still being loaded. */
function Waiting({ label, onType, onCancel }: WaitingProps) {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => input.current?.focus({ preventScroll: true }), [])
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Tab') event.preventDefault()
    if (event.key === 'Escape') onCancel()
  }
  return (
    <input
      ref={input}
      aria-label={label}
      aria-busy="true"
      autoComplete="off"
      onKeyDown={press}
      onInput={(event) => onType(event.currentTarget.value)}
      className="size-full bg-surface px-3 text-sm text-fg shadow-[inset_0_0_0_2px_var(--accent)] outline-none"
    />
  )
}

/** The editor that fits a field. */
export function CellEditor(props: EditorProps) {
  const typed = useRef('')
  const { label, onCancel } = props
  const onType = (text: string) => {
    typed.current = text
  }
  return (
    <Suspense fallback={<Waiting {...{ label, onType, onCancel }} />}>
      {editorOf({ ...props, typed: () => typed.current })}
    </Suspense>
  )
}
