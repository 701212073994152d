import type { NodeProps } from '@xyflow/react'
import { memo } from 'react'
import { cn } from '../../../ui/primitives/cn.ts'
import { useEditorContext } from '../editor/editor-context.tsx'
import { NOTE_HEIGHT, NOTE_WIDTH, writeNote } from '../graph/notes.ts'
import { noteStrings as words } from '../strings/note-strings.ts'
import type { NoteNode } from './use-notes.ts'

const textStyle = 'w-full text-sm leading-5 whitespace-pre-wrap wrap-anywhere'

/** A note on the canvas; it grows with its text. */
export const NoteCard = memo(function NoteCard({ data, selected }: NodeProps<NoteNode>) {
  const { editor, isReadOnly = false } = useEditorContext()
  const { note, isEdited } = data
  const write = (text: string) =>
    editor.edit((content) => writeNote(content, note.id, text), `note ${note.id}`)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: F2 does the same by keyboard
    <div
      style={{ width: NOTE_WIDTH, minHeight: NOTE_HEIGHT }}
      onDoubleClick={() => (isReadOnly ? undefined : editor.editNote(note.id))}
      className={cn(
        'flex rounded-xl border border-warn-line bg-amber-soft p-2.5 text-fg shadow-1',
        selected && 'border-accent shadow-[0_0_0_1px_var(--accent)]',
      )}
    >
      {isEdited ? (
        <textarea
          // biome-ignore lint/a11y/noAutofocus: editing was just asked for
          autoFocus
          aria-label={words.text}
          placeholder={words.placeholder}
          maxLength={10_000}
          rows={4}
          value={note.text}
          onChange={(event) => write(event.target.value)}
          onBlur={() => editor.editNote(undefined)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            event.currentTarget.closest<HTMLElement>('.react-flow__node')?.focus()
          }}
          className={cn(
            textStyle,
            'nodrag nopan nowheel field-sizing-content resize-none bg-transparent outline-none placeholder:text-fg-2',
          )}
        />
      ) : (
        <p className={textStyle}>{note.text}</p>
      )}
    </div>
  )
})
