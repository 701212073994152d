import type { Credential, NodeDefinition, WorkflowNode } from '@plinth/contract'
import { Trash2 } from 'lucide-react'
import { useId, useMemo } from 'react'
import { Switch } from '../../../ui/forms/switch.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { useEditorContext } from '../editor/editor-context.tsx'
import { NodeIcon } from '../editor/node-kind.tsx'
import type { Json } from '../execution/execution.ts'
import { changeNode } from '../graph/graph.ts'
import { nodeSettingsStrings as words } from '../strings/node-settings-strings.ts'
import { ConnectionList } from './connection-list.tsx'
import { CredentialField } from './fields/credential-field.tsx'
import { RowFilterField } from './fields/row-filter-field.tsx'
import { TableField } from './fields/table-field.tsx'
import { LabelField } from './label-field.tsx'
import { PinSection } from './pin-section.tsx'
import { groupsOf, type NamedProperty, textOf } from './property/property.ts'
import { PROPERTY_FIELDS } from './property-fields.ts'
import { TriggerSection } from './trigger/trigger-section.tsx'

interface CredentialSource {
  credentials: readonly Credential[]
  isFailed: boolean
  onRetry: () => void
}

interface NodeSettingsProps {
  node: WorkflowNode
  /** The server's current definition; the node carries the one it was created with. */
  definition: NodeDefinition
  credentials: CredentialSource
  /** Output of the node in the last run. */
  result: Json | undefined
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

interface PropertyProps extends Omit<NodeSettingsProps, 'definition' | 'result'> {
  named: NamedProperty
}

function Property({ node, named, credentials }: PropertyProps) {
  const { editor } = useEditorContext()
  const { name, label, property } = named
  const { parameters } = node.data
  const { component, credential_type } = property.ui
  if (component === 'credential-selector') {
    return (
      <CredentialField
        {...credentials}
        label={label}
        type={credential_type ?? ''}
        value={node.data.credentials[name]}
        onChange={(id) =>
          editor.edit((content) =>
            changeNode(content, {
              id: node.id,
              change: (data) => {
                const { [name]: _, ...others } = data.credentials
                return {
                  ...data,
                  credentials: id === undefined ? others : { ...others, [name]: id },
                }
              },
            }),
          )
        }
      />
    )
  }
  const change = (value: Json) =>
    editor.edit(
      (content) =>
        changeNode(content, {
          id: node.id,
          change: (data) => ({ ...data, parameters: { ...data.parameters, [name]: value } }),
        }),
      `${node.id} ${name}`,
    )
  const value = Object.hasOwn(parameters, name) ? parameters[name] : property.default
  const field = { label, property, value, onChange: change }
  if (property.ui.options_from === 'tables') return <TableField {...field} />
  if (property.ui.language === 'row-filter') {
    return <RowFilterField {...field} table={textOf(parameters.table)} />
  }
  const Input = PROPERTY_FIELDS[component]
  return <Input {...field} />
}

/** Settings of the selected node. */
export function NodeSettings({ node, definition, credentials, result }: NodeSettingsProps) {
  const { editor } = useEditorContext()
  const groups = useMemo(() => groupsOf({ ...node.data, definition }), [node.data, definition])
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <Header node={node} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="border-b px-3.5 py-3">
          <LabelField node={node} />
        </div>
        <TriggerSection node={node} />
        {groups.map(({ name, title, properties }) =>
          properties.length === 0 ? null : (
            <Section key={name} title={title}>
              <div className="flex flex-col gap-3.5 px-3.5 pb-4">
                {properties.map((named) => (
                  <Property key={named.name} node={node} named={named} credentials={credentials} />
                ))}
              </div>
            </Section>
          ),
        )}
        <PinSection node={node} result={result} />
        <ConnectionList node={node} />
      </div>
      <footer className="flex h-12 shrink-0 items-center justify-center border-t">
        <Button variant="danger-ghost" onClick={editor.removeSelected}>
          <Trash2 aria-hidden="true" />
          {words.deleteNode}
        </Button>
      </footer>
    </div>
  )
}
