import { Plus } from 'lucide-react'
import { useEditorContext } from '../editor/editor-context.tsx'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'

/** Empty state of the canvas. */
export function FirstStep() {
  const { openPalette } = useEditorContext()
  return (
    <div className="pointer-events-none absolute inset-0 grid place-items-center">
      <div className="flex flex-col items-center gap-3 text-center">
        <button
          type="button"
          onClick={openPalette}
          className="ring-focus pointer-events-auto flex h-16 w-80 items-center justify-center gap-2 rounded-xl border border-dashed border-line-strong bg-surface text-sm font-medium text-fg-2 hover:border-accent hover:text-accent-text"
        >
          <Plus aria-hidden="true" className="size-4" />
          {strings.canvas.first}
        </button>
        <p className="max-w-80 rounded-sm bg-app text-xs text-fg-2">{strings.canvas.firstHint}</p>
      </div>
    </div>
  )
}
