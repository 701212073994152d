import type { NodeDefinition, WorkflowNode } from '@plinth/contract'
import { Trash2 } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Switch } from '../../../ui/forms/switch.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import type { NodeData } from '../data/node-data.ts'
import { NodeDataLayout } from '../data/node-data-layout.tsx'
import { RunStrip } from '../data/run-strip.tsx'
import { useEditorContext } from '../editor/editor-context.tsx'
import { NodeIcon } from '../editor/node-kind.tsx'
import type { Execution } from '../execution/execution.ts'
import { changeNode } from '../graph/graph.ts'
import type { RunPart } from '../graph/part-of-run.ts'
import { nodeSettingsStrings as words } from '../strings/node-settings-strings.ts'
import { ConnectionList } from './connection-list.tsx'
import { CurlButton } from './curl/curl-button.tsx'
import { LabelField } from './label-field.tsx'
import { NodeTargets } from './node-targets.tsx'
import { PinSection } from './pin-section.tsx'
import { failedField } from './property/failed-field.ts'
import { groupsOf, type PropertyGroup } from './property/property.ts'
import { type CredentialSource, PropertyField } from './property-field.tsx'
import { TriggerSection } from './trigger/trigger-section.tsx'
import { UnknownParameters } from './unknown-parameters.tsx'

interface NodeSettingsProps {
  node: WorkflowNode
  /** The server's current definition; the node carries the one it was created with. */
  definition: NodeDefinition
  credentials: CredentialSource
  data: NodeData
  execution: Execution
  onRun: (part: RunPart) => void
}

function Header({ node }: { node: WorkflowNode }) {
  const { editor } = useEditorContext()
  const id = useId()
  const { label, active, definition } = node.data
  const setActive = (isActive: boolean) =>
    editor.edit((content) =>
      changeNode(content, { id: node.id, change: (data) => ({ ...data, active: isActive }) }),
    )
  return (
    <header className="flex h-15 shrink-0 items-center gap-2.5 border-b px-3.5">
      <NodeIcon kind={definition.name} isActive={active} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-sm leading-4.5 font-semibold">{label}</h2>
        <p className="truncate text-xs text-fg-2">{definition.display_name}</p>
      </div>
      <label htmlFor={id} className="text-xs text-fg-2">
        {words.active}
      </label>
      <Switch id={id} checked={active} onCheckedChange={setActive} />
    </header>
  )
}

interface FieldsProps
  extends Pick<NodeSettingsProps, 'node' | 'definition' | 'credentials' | 'data'> {
  groups: readonly PropertyGroup[]
}

/** All settings; a failure of the last run is also shown at the field that caused it. */
function Fields({ node, definition, groups, credentials, data }: FieldsProps) {
  const { record, isStale, output } = data
  const error = record?.status === 'failed' && !isStale ? record.error : null
  const failed =
    error === null
      ? undefined
      : failedField(
          error,
          groups.flatMap(({ properties }) => properties),
        )
  // A webhook is called at its URL; other triggers are set up first.
  const isWebhook = definition.name === 'trigger-webhook'
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failed === undefined) return
    const place = fields.current?.querySelector(`[data-property="${CSS.escape(failed)}"]`)
    const message = place?.querySelector('[role=alert]')
    ;(message ?? place)?.scrollIntoView({ block: 'center' })
  }, [failed])
  return (
    <div ref={fields} className="h-full overflow-y-auto">
      <div className="border-b px-3.5 py-3">
        <LabelField node={node} />
      </div>
      {isWebhook ? <TriggerSection node={node} /> : null}
      <UnknownParameters {...{ node, definition }} />
      <CurlButton node={node} />
      {groups.map(({ name, title, properties }) =>
        properties.length === 0 ? null : (
          <Section key={name} title={title}>
            <div className="flex flex-col gap-3.5 px-3.5 pb-4">
              {properties.map((named) => (
                <PropertyField
                  key={named.name}
                  node={node}
                  named={named}
                  credentials={credentials}
                  error={named.name === failed ? (error ?? undefined) : undefined}
                />
              ))}
            </div>
          </Section>
        ),
      )}
      {isWebhook ? null : <TriggerSection node={node} />}
      <PinSection node={node} result={output?.source === 'sample' ? undefined : output?.value} />
      <ConnectionList node={node} />
    </div>
  )
}

/** Input, settings and output of the selected node. */
export function NodeSettings(props: NodeSettingsProps) {
  const { node, definition, credentials, data, execution, onRun } = props
  const { editor } = useEditorContext()
  const groups = groupsOf({ ...node.data, definition })
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <Header node={node} />
      <RunStrip execution={execution} onRun={onRun} />
      <NodeTargets node={node} groups={groups}>
        <NodeDataLayout node={node} data={data} hasRun={execution.run !== undefined}>
          <Fields {...{ node, definition, groups, credentials, data }} />
        </NodeDataLayout>
      </NodeTargets>
      <footer className="flex h-12 shrink-0 items-center justify-center border-t">
        <Button variant="danger-ghost" onClick={editor.removeSelected}>
          <Trash2 aria-hidden="true" />
          {words.deleteNode}
        </Button>
      </footer>
    </div>
  )
}
