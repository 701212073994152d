import { CopyPlus, Trash2 } from 'lucide-react'
import { Button } from '../../../ui/primitives/button.tsx'
import { useEditorContext } from '../editor/editor-context.tsx'
import { nodeSettingsStrings as words } from '../strings/node-settings-strings.ts'

/** Actions on several selected nodes. */
export function SelectionPanel({ count }: { count: number }) {
  const { editor } = useEditorContext()
  return (
    <div className="flex h-full flex-col bg-surface">
      <header className="border-b px-3.5 py-3">
        <h2 className="text-sm font-semibold">{words.many(count)}</h2>
        <p className="text-xs text-fg-2">{words.manyHint}</p>
      </header>
      <div className="flex flex-1 flex-wrap content-start gap-2 p-3.5">
        <Button onClick={editor.duplicate}>
          <CopyPlus aria-hidden="true" />
          {words.duplicate}
        </Button>
        <Button variant="danger-ghost" onClick={editor.removeSelected}>
          <Trash2 aria-hidden="true" />
          {words.deleteNodes}
        </Button>
      </div>
    </div>
  )
}
