import { Bold, Code, Heading2, Italic, Link, List } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../ui/primitives/button.tsx'
import { readCell } from '../cells/read-cell.ts'
import type { Move } from '../selection/use-grid-state.ts'
import { editorStrings as strings } from '../strings/editor-strings.ts'
import { EditorFooter } from './editor-footer.tsx'
import { EditorPopover } from './editor-popover.tsx'
import type { EditorProps } from './editor-props.ts'
import { markdownView } from './parts.tsx'

const MarkdownView = markdownView.Part

interface Mark {
  label: string
  icon: ReactNode
  before: string
  after: string
}

const MARKS: readonly Mark[] = [
  { label: strings.bold, icon: <Bold aria-hidden="true" />, before: '**', after: '**' },
  { label: strings.italic, icon: <Italic aria-hidden="true" />, before: '*', after: '*' },
  { label: strings.code, icon: <Code aria-hidden="true" />, before: '`', after: '`' },
  { label: strings.heading, icon: <Heading2 aria-hidden="true" />, before: '## ', after: '' },
  { label: strings.list, icon: <List aria-hidden="true" />, before: '- ', after: '' },
  { label: strings.link, icon: <Link aria-hidden="true" />, before: '[', after: '](https://)' },
]

/** Edits formatted text, stored as Markdown. */
export function RichTextEditor(props: EditorProps<'text'>) {
  const { field, label, value, onCommit, onCancel } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => (typeof value === 'string' ? value : ''))
  useLayoutEffect(() => {
    area.current?.focus({ preventScroll: true })
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length)
  }, [])
  const { problem } = readCell(field, text)
  const done = (move: Move) => onCommit(readCell(field, text), move)
  const apply = ({ before, after }: Mark) => {
    const element = area.current
    if (!element) return
    const { selectionStart: from, selectionEnd: to } = element
    const marked = `${text.slice(0, from)}${before}${text.slice(from, to)}${after}${text.slice(to)}`
    // At once: the next key must land between the marks.
    flushSync(() => setText(marked))
    element.focus()
    element.setSelectionRange(from + before.length, to + before.length)
  }
  return (
    <EditorPopover label={label} width={440} height={380} onDone={done} onCancel={onCancel}>
      <div role="toolbar" aria-label={strings.marks} className="flex gap-0.5 border-b p-1.5">
        {MARKS.map((mark) => (
          <Button
            key={mark.label}
            variant="ghost"
            size="icon-sm"
            aria-label={mark.label}
            title={mark.label}
            onClick={() => apply(mark)}
          >
            {mark.icon}
          </Button>
        ))}
      </div>
      <textarea
        ref={area}
        aria-label={label}
        aria-invalid={problem !== undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-32 resize-none bg-transparent p-3 text-sm outline-none"
      />
      <section
        aria-label={strings.preview}
        className="max-h-32 overflow-y-auto border-t bg-sunken/60 px-3 py-2"
      >
        <MarkdownView text={text} waiting={null} />
      </section>
      <EditorFooter problem={problem} onCancel={onCancel} onDone={() => done('here')} />
    </EditorPopover>
  )
}
