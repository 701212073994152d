import type { WorkflowNode } from '@plinth/contract'
import { ClipboardPaste } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../../ui/primitives/button.tsx'
import { useEditorContext } from '../../editor/editor-context.tsx'
import { changeNode } from '../../graph/graph.ts'
import { curlStrings as words } from '../../strings/curl-strings.ts'

const CurlDialog = lazy(async () => ({ default: (await import('./curl-dialog.tsx')).CurlDialog }))

/** Fills an HTTP request node from a cURL command. */
export function CurlButton({ node }: { node: WorkflowNode }) {
  const { editor } = useEditorContext()
  const [isOpen, setOpen] = useState(false)
  if (node.data.definition.name !== 'http_request') return null
  return (
    <div className="border-b px-3.5 py-3">
      <Button size="sm" onClick={() => setOpen(true)}>
        <ClipboardPaste aria-hidden="true" />
        {words.open}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <CurlDialog
            onClose={() => setOpen(false)}
            onApply={(parameters) => {
              editor.edit((content) =>
                changeNode(content, {
                  id: node.id,
                  change: (data) => ({
                    ...data,
                    parameters: { ...data.parameters, ...parameters },
                  }),
                }),
              )
              setOpen(false)
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
