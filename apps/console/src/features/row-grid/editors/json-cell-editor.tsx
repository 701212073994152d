import { useState } from 'react'
import { printCell } from '../cells/print-cell.ts'
import { readCell } from '../cells/read-cell.ts'
import type { Move } from '../selection/use-grid-state.ts'
import { EditorFooter } from './editor-footer.tsx'
import { EditorPopover } from './editor-popover.tsx'
import type { EditorProps } from './editor-props.ts'
import { jsonValueEditor } from './parts.tsx'
import { useFocusInside } from './use-focus-inside.ts'
import { WaitingText } from './waiting-text.tsx'

const CodeEditor = jsonValueEditor.Part

/** Edits a JSON value with highlighting and validation while typing. */
export function JsonCellEditor(props: EditorProps) {
  const { field, label, value, isReplacing, onCommit, onCancel } = props
  const container = useFocusInside()
  const [text, setText] = useState(() => (isReplacing ? '' : printCell(field, value)))
  const { problem } = readCell(field, text)
  const done = (move: Move) => onCommit(readCell(field, text), move)
  return (
    <EditorPopover
      label={label}
      width={420}
      height={300}
      isTabDone={isReplacing && problem === undefined}
      onDone={done}
      onCancel={onCancel}
    >
      <div ref={container} tabIndex={-1} className="p-2 outline-none [&_.cm-scroller]:max-h-56">
        <CodeEditor
          waiting={<WaitingText {...{ label, value: text, onChange: setText }} className="h-16" />}
          startsAtEnd
          label={label}
          value={text}
          onChange={setText}
          invalid={problem !== undefined}
        />
      </div>
      <EditorFooter problem={problem} onCancel={onCancel} onDone={() => done('here')} />
    </EditorPopover>
  )
}
