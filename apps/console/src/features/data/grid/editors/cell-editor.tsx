import { lazy, Suspense } from 'react'
import { printCell } from '../print-cell.ts'
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
      return field.options.isRichText && !field.options.isHashed ? (
        <RichTextEditor {...rest} field={field} />
      ) : (
        <PlainEditor {...props} />
      )
    default:
      return <PlainEditor {...props} />
  }
}

/** The editor that fits a field. */
export function CellEditor(props: EditorProps) {
  return <Suspense fallback={null}>{editorOf(props)}</Suspense>
}
