import { hasRichText, printCell } from '../cells/print-cell.ts'
import { readCell } from '../cells/read-cell.ts'
import { DateEditor } from './date-editor.tsx'
import type { EditorProps } from './editor-props.ts'
import { JsonCellEditor } from './json-cell-editor.tsx'
import { fileEditor } from './parts.tsx'
import { RelationEditor } from './relation-editor.tsx'
import { RichTextEditor } from './rich-text-editor.tsx'
import { SelectEditor } from './select-editor.tsx'
import { TextEditor } from './text-editor.tsx'

const FileEditor = fileEditor.Part

function PlainEditor(props: EditorProps) {
  const { field, label, value, isReplacing, onCommit, onCancel } = props
  return (
    <TextEditor
      field={field}
      label={label}
      text={isReplacing ? '' : printCell(field, value)}
      isReplacing={isReplacing}
      onDone={(text, move) =>
        onCommit(text === undefined ? undefined : readCell(field, text), move)
      }
      onCancel={onCancel}
    />
  )
}

/** Placeholder for the file editor. It does not take the focus, so that the editor can return it to its opener. */
function Waiting() {
  return <div aria-busy="true" className="size-full shadow-[inset_0_0_0_2px_var(--accent)]" />
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
      return <FileEditor {...rest} field={field} waiting={<Waiting />} />
    case 'json':
      return <JsonCellEditor {...props} />
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

/** The editor for a field's type. Text editors are in the grid's own bundle, so that no key press is lost. */
export function CellEditor(props: EditorProps) {
  return editorOf(props)
}
