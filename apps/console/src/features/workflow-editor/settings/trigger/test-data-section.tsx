import type { Run, WorkflowNode } from '@plinth/contract'
import { Pencil, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useCurrentProject } from '../../../../state/current-project.tsx'
import { Section } from '../../../../ui/layout/section.tsx'
import { Button } from '../../../../ui/primitives/button.tsx'
import { useEditorContext } from '../../editor/editor-context.tsx'
import { JsonDialog } from '../../editor/json-dialog.tsx'
import type { Json } from '../../execution/execution.ts'
import { pinNode } from '../../graph/graph.ts'
import { sampleOf } from '../../graph/sample-of.ts'
import { triggerStrings } from '../../strings/trigger-strings.ts'
import { ListenButton } from './listen-button.tsx'
import { RecordedCalls } from './recorded-calls.tsx'

const words = triggerStrings.data

/** Node kinds whose runs have data of their own, with the trigger that runs record. */
const RECORDED: Readonly<Record<string, Run['trigger']>> = {
  'trigger-webhook': 'webhook',
  'trigger-schedule': 'schedule',
  'trigger-row': 'row',
  'trigger-workflow': 'workflow',
  'trigger-error': 'error',
}

/** Chooses what the next test run starts with: a call, a recorded one, a written one or the sample. */
export function TestDataSection({ node }: { node: WorkflowNode }) {
  const { editor, isReadOnly } = useEditorContext()
  const { tables } = useCurrentProject().configuration.new_configuration
  const [isWriting, setWriting] = useState(false)
  const { definition, pinned } = node.data
  const trigger = RECORDED[definition.name]
  if (trigger === undefined || isReadOnly) return null
  const sample = sampleOf(node.data, tables)
  const withoutPin = sample === undefined ? words.usesNothing : words.usesSample
  const use = (value: Json | undefined) =>
    editor.edit((content) => pinNode(content, { id: node.id, value }))
  return (
    <Section title={words.title}>
      <div className="flex flex-col gap-2.5 px-3.5 pb-4">
        {trigger === 'webhook' ? <ListenButton node={node} /> : null}
        <div className="flex flex-wrap gap-2">
          <RecordedCalls nodeId={node.id} trigger={trigger} onChoose={use} />
          <Button size="sm" onClick={() => setWriting(true)}>
            <Pencil aria-hidden="true" />
            {words.write}
          </Button>
          {pinned === undefined ? null : (
            <Button size="sm" onClick={() => use(undefined)}>
              <RotateCcw aria-hidden="true" />
              {words.sample}
            </Button>
          )}
        </div>
        <p role="status" className="text-xs text-fg-2">
          {pinned === undefined ? withoutPin : words.usesPin}
        </p>
      </div>
      {isWriting ? (
        <JsonDialog
          title={words.dialog}
          description={words.dialogText}
          label={words.label}
          start={pinned ?? sample ?? {}}
          cancelLabel={words.cancel}
          confirmLabel={words.use}
          onClose={() => setWriting(false)}
          onConfirm={({ value }) => {
            use(value)
            setWriting(false)
          }}
        />
      ) : null}
    </Section>
  )
}
