import type { NodeProps } from '@xyflow/react'
import { lazy, memo, Suspense } from 'react'
import { cn } from '../../../ui/primitives/cn.ts'
import { useEditorContext } from '../editor/editor-context.tsx'
import { noteSize, writeNote } from '../graph/notes.ts'
import { noteStrings as words } from '../strings/note-strings.ts'
import { NoteResizer } from './note-resizer.tsx'
import type { NoteNode } from './use-notes.ts'

const MarkdownView = lazy(async () => ({
  default: (await import('../../../ui/markdown/markdown-view.tsx')).MarkdownView,
}))

const textStyle = 'w-full text-sm leading-5 whitespace-pre-wrap wrap-anywhere'

/** A note on the canvas in Markdown; it grows with its text. */
export const NoteCard = memo(function NoteCard({ data, selected, draggable }: NodeProps<NoteNode>) {
  const { editor, isReadOnly = false } = useEditorContext()
  const { note, isEdited } = data
  const { width, height } = noteSize(note)
  const write = (text: string) =>
    editor.edit((content) => writeNote(content, note.id, text), `note ${note.id}`)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: F2 does the same by keyboard
    <div
      style={{ width, minHeight: height }}
      onDoubleClick={() => (isReadOnly ? undefined : editor.editNote(note.id))}
      data-selected={selected || undefined}
      className={cn(
        'group/note relative flex rounded-xl border border-warn-line bg-amber-soft p-2.5 text-fg shadow-1',
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
        <div className="w-full min-w-0 wrap-anywhere">
          <Suspense fallback={<p className={textStyle}>{note.text}</p>}>
            <MarkdownView text={note.text} isHttpsOnly />
          </Suspense>
        </div>
      )}
      {isEdited || isReadOnly || !draggable ? null : <NoteResizer note={note} />}
    </div>
  )
})
