import type { NodeDefinition } from '@plinth/contract'
import { useCallback, useMemo } from 'react'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { nodeDataOf } from '../data/node-data.ts'
import { useEditorContext } from '../editor/editor-context.tsx'
import { useDevConstants, type useDevCredentials } from '../editor/workflow-queries.ts'
import type { Execution } from '../execution/execution.ts'
import { ExpressionScope } from '../expression/expression-scope.tsx'
import { expressionScopeOf } from '../expression/scope.ts'
import { findNode } from '../graph/graph.ts'
import { mergeSettings, type SettingsChange } from '../graph/merge-settings.ts'
import type { RunPart } from '../graph/part-of-run.ts'
import { NodeSettings } from './node-settings.tsx'
import { SelectionPanel } from './selection-panel.tsx'
import { WorkflowSettingsPanel } from './workflow-settings-panel.tsx'

interface SettingsPanelProps {
  projectId: string
  execution: Execution
  onRunPart: (part: RunPart, nodeId: string) => void
  definitionOf: (kind: string) => NodeDefinition | undefined
  credentials: ReturnType<typeof useDevCredentials>
}

const NONE: never[] = []

/** Settings of the selected node, or of the workflow if none is selected. */
export function SettingsPanel(props: SettingsPanelProps) {
  const { projectId, execution, definitionOf, credentials } = props
  const { editor } = useEditorContext()
  const { draft, selection } = editor.use()
  const graph = draft.history.present
  const constants = useDevConstants(projectId).data ?? NONE
  const [nodeId = ''] = selection.nodes
  const { tables } = useCurrentProject().configuration.new_configuration
  const { records, results, ranWith } = execution
  const data = useMemo(
    () => nodeDataOf({ graph, execution: { records, results, ranWith }, tables }, nodeId),
    [graph, records, results, ranWith, tables, nodeId],
  )
  const scope = useMemo(
    () => expressionScopeOf({ graph, nodeId, data, constants, tables }),
    [graph, nodeId, data, constants, tables],
  )
  const change = useCallback(
    (settings: SettingsChange, burst?: string) =>
      editor.edit(
        (content) => ({ ...content, settings: mergeSettings(content.settings, settings) }),
        burst,
      ),
    [editor],
  )
  if (selection.nodes.size > 1) return <SelectionPanel count={selection.nodes.size} />
  const node = findNode(graph, nodeId)
  if (!node) return <WorkflowSettingsPanel settings={graph.settings} onChange={change} />
  return (
    <ExpressionScope value={scope}>
      <NodeSettings
        key={nodeId}
        node={node}
        data={data}
        execution={execution}
        onRun={(part) => props.onRunPart(part, nodeId)}
        definition={definitionOf(node.data.definition.name) ?? node.data.definition}
        credentials={{
          credentials: credentials.data ?? NONE,
          isFailed: credentials.isError,
          onRetry: () => credentials.refetch(),
        }}
      />
    </ExpressionScope>
  )
}
