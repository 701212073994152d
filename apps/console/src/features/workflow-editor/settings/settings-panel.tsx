import type { NodeDefinition } from '@plinth/contract'
import { useCallback, useMemo } from 'react'
import { useEditorContext } from '../editor/editor-context.tsx'
import { useDevConstants, type useDevCredentials } from '../editor/workflow-queries.ts'
import type { Results } from '../execution/execution.ts'
import { ExpressionScope } from '../expression/expression-scope.tsx'
import { expressionScopeOf } from '../expression/scope.ts'
import { findNode } from '../graph/graph.ts'
import { mergeSettings, type SettingsChange } from '../graph/merge-settings.ts'
import { NodeSettings } from './node-settings.tsx'
import { SelectionPanel } from './selection-panel.tsx'
import { WorkflowSettingsPanel } from './workflow-settings-panel.tsx'

interface SettingsPanelProps {
  projectId: string
  results: Results
  definitionOf: (kind: string) => NodeDefinition | undefined
  credentials: ReturnType<typeof useDevCredentials>
}

const NONE: never[] = []

/** Settings of the selected node, or of the workflow if none is selected. */
export function SettingsPanel(props: SettingsPanelProps) {
  const { projectId, results, definitionOf, credentials } = props
  const { editor } = useEditorContext()
  const { draft, selection } = editor.use()
  const graph = draft.history.present
  const constants = useDevConstants(projectId).data ?? NONE
  const [nodeId = ''] = selection.nodes
  const scope = useMemo(
    () => expressionScopeOf({ graph, nodeId, results, constants }),
    [graph, nodeId, results, constants],
  )
  const change = useCallback(
    (settings: SettingsChange, burst: string) =>
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
        result={results[node.data.label]}
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
