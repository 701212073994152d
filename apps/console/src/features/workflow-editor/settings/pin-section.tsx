import type { WorkflowNode } from '@plinth/contract'
import { Pencil, Pin, PinOff } from 'lucide-react'
import { useState } from 'react'
import { Section } from '../../../ui/layout/section.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { useEditorContext } from '../editor/editor-context.tsx'
import type { Json } from '../execution/execution.ts'
import { pinNode } from '../graph/graph.ts'
import { outputsOf } from '../graph/handles.ts'
import { RawResult } from '../result/raw-result.tsx'
import { nodeSettingsStrings } from '../strings/node-settings-strings.ts'
import { PinDialog } from './pin-dialog.tsx'

const words = nodeSettingsStrings.pin

interface PinSectionProps {
  node: WorkflowNode
  /** Output of the node in the last run. */
  result: Json | undefined
}

/** Pins a fixed output for test runs, so that later nodes can be built without running this one. */
export function PinSection({ node, result }: PinSectionProps) {
  const { editor } = useEditorContext()
  const [isEditing, setEditing] = useState(false)
  const { pinned } = node.data
  // With several outputs, a value does not tell which output it left by.
  if (outputsOf(node.data.definition).length !== 1) return null
  const isSame = JSON.stringify(result) === JSON.stringify(pinned)
  const pin = (value: Json | undefined) =>
    editor.edit((content) => pinNode(content, { id: node.id, value }))
  return (
    <Section title={words.title}>
      <div className="flex flex-col gap-2.5 px-3.5 pb-4">
        <p className="text-xs text-fg-2">{pinned === undefined ? words.hint : words.pinnedHint}</p>
        {pinned === undefined ? null : (
          <div className="max-h-40 overflow-hidden rounded-md border bg-sunken [&_pre]:w-full [&_pre]:break-words [&_pre]:whitespace-pre-wrap">
            <RawResult result={pinned} />
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          {result === undefined || isSame ? null : (
            <Button size="sm" onClick={() => pin(result)}>
              <Pin aria-hidden="true" />
              {pinned === undefined ? words.pinLast : words.replace}
            </Button>
          )}
          <Button size="sm" onClick={() => setEditing(true)}>
            <Pencil aria-hidden="true" />
            {pinned === undefined ? words.write : words.edit}
          </Button>
          {pinned === undefined ? null : (
            <Button size="sm" onClick={() => pin(undefined)}>
              <PinOff aria-hidden="true" />
              {words.unpin}
            </Button>
          )}
        </div>
      </div>
      {isEditing ? (
        <PinDialog
          label={node.data.label}
          start={pinned ?? result ?? null}
          onClose={() => setEditing(false)}
          onPin={(value) => {
            pin(value)
            setEditing(false)
          }}
        />
      ) : null}
    </Section>
  )
}
