import type { WorkflowNode } from '@plinth/contract'
import type { ReactNode } from 'react'
import { Panel, useDefaultLayout } from 'react-resizable-panels'
import { PanelDivider, PanelGroup } from '../editor/editor-panels.tsx'
import { inputsOf } from '../graph/handles.ts'
import { ErrorBox } from '../run-page/error-box.tsx'
import { nodeDataStrings as words } from '../strings/node-data-strings.ts'
import { DataSection } from './data-section.tsx'
import type { KnownValue, NodeData } from './node-data.ts'

interface NodeDataLayoutProps {
  node: WorkflowNode
  data: NodeData
  hasRun: boolean
  /** The settings. */
  children: ReactNode
}

/** Only the heading remains at this size. */
const MIN = '33px'

function noteOf(known: KnownValue | undefined) {
  return known === undefined ? undefined : words.source(known)
}

function emptyOutput({ record }: NodeData, hasRun: boolean): string {
  if (record?.status === 'failed') return words.failed
  return hasRun && record === undefined ? words.notReached : words.noOutput
}

/** A node's input above its settings and its output below them, each with a height of its own. */
export function NodeDataLayout({ node, data, hasRun, children }: NodeDataLayoutProps) {
  const hasInput = inputsOf(node.data.definition).length > 0
  const panelIds = [...(hasInput ? ['node-input'] : []), 'node-settings', 'node-output']
  const layout = useDefaultLayout({
    id: 'workflow-node',
    panelIds,
    storage: localStorage,
    onlySaveAfterUserInteractions: true,
  })
  const { input, output, record, isStale } = data
  return (
    <PanelGroup
      key={String(hasInput)}
      orientation="vertical"
      className="min-h-0 flex-1"
      {...(layout.defaultLayout ? { defaultLayout: layout.defaultLayout } : {})}
      onLayoutChanged={layout.onLayoutChanged}
    >
      {hasInput ? (
        <Panel id="node-input" defaultSize="24%" minSize={MIN}>
          <DataSection
            title={words.input}
            value={input?.value}
            empty={words.noInput}
            note={noteOf(input)}
            root="$in"
            storedAs="workflow-input-view"
            startsAs="schema"
          />
        </Panel>
      ) : null}
      {hasInput ? <PanelDivider isRow label={words.heightOfInput} /> : null}
      <Panel id="node-settings" minSize="96px">
        {children}
      </Panel>
      <PanelDivider isRow label={words.heightOfOutput} />
      <Panel id="node-output" defaultSize="26%" minSize={MIN}>
        <DataSection
          title={words.output}
          value={output?.value}
          empty={emptyOutput(data, hasRun)}
          note={isStale ? words.stale : noteOf(output)}
          logs={record?.logs ?? []}
          storedAs="workflow-output-view"
          startsAs="table"
        >
          {record?.status === 'failed' && record.error !== null && !isStale ? (
            <ErrorBox message={record.error} />
          ) : null}
        </DataSection>
      </Panel>
    </PanelGroup>
  )
}
