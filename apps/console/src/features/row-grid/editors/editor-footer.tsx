import { Button } from '../../../ui/primitives/button.tsx'
import { editorStrings as strings } from '../strings/editor-strings.ts'

interface EditorFooterProps {
  problem: string | undefined
  onCancel: () => void
  onDone: () => void
}

/** The validation error and the Cancel and Done buttons. */
export function EditorFooter({ problem, onCancel, onDone }: EditorFooterProps) {
  return (
    <div className="flex items-center gap-2 border-t p-2">
      <p role="status" className="min-w-0 flex-1 px-1 text-xs text-danger-text">
        {problem}
      </p>
      <Button size="sm" variant="ghost" onClick={onCancel}>
        {strings.cancel}
      </Button>
      <Button size="sm" variant="primary" onClick={onDone}>
        {strings.done}
      </Button>
    </div>
  )
}
