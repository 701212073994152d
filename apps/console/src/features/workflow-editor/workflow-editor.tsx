import type { Workflow, WorkflowNode } from '@plinth/contract'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useCurrentProject } from '../../state/current-project.tsx'
import { useAnnouncement } from '../../ui/primitives/announcement.tsx'
import { ConnectedBar } from './bar/connected-bar.tsx'
import { Canvas } from './canvas/canvas.tsx'
import { createEditor } from './editor/create-editor.ts'
import { EditorContext } from './editor/editor-context.tsx'
import { EditorPanels } from './editor/editor-panels.tsx'
import { useWorkflowActions } from './editor/use-workflow-actions.ts'
import { useDevCredentials, useNodeDefinitions } from './editor/workflow-queries.ts'
import { EditorDialogs } from './editor-dialogs.tsx'
import type { WorkflowContent } from './graph/workflow-draft.ts'
import { MenuArea } from './menus/menu-area.tsx'
import { PalettePanel } from './palette/palette-panel.tsx'
import { ProblemMenu } from './problems/problem-menu.tsx'
import { SettingsPanel } from './settings/settings-panel.tsx'
import { TriggerRunsContext } from './settings/trigger/trigger-runs.ts'
import { workflowEditorStrings as strings } from './strings/editor-strings.ts'
import { CoverageContext } from './tests/coverage.ts'
import { useCoverage } from './tests/use-coverage.ts'
import { useCanvasTools } from './use-canvas-tools.ts'

interface WorkflowEditorProps {
  content: WorkflowContent
  revision: number | undefined
  workflowId: string | undefined
  onCreated: (workflow: Workflow) => void
}

export function WorkflowEditor({ content, revision, workflowId, onCreated }: WorkflowEditorProps) {
  const { id: projectId } = useCurrentProject()
  const [editor] = useState(() => createEditor({ content, revision, now: Date.now }))
  const definitions = useNodeDefinitions(projectId)
  const credentials = useDevCredentials(projectId)
  const { announce, region } = useAnnouncement()
  const search = useRef<HTMLInputElement>(null)
  const openPalette = useCallback(() => search.current?.focus(), [])
  const actions = useWorkflowActions({ projectId, workflowId, editor, onCreated })
  const tools = useCanvasTools({
    editor,
    actions,
    credentials: credentials.data,
    openPalette,
    announce,
  })
  const coverage = useCoverage(editor.use().draft.history.present, actions.tests)
  const definitionOf = useCallback(
    (name: string) =>
      Object.values(definitions.data ?? {})
        .flat()
        .find((definition) => definition.name === name),
    [definitions.data],
  )
  const context = useMemo(
    () => ({ editor, openPalette, definitionOf }),
    [editor, openPalette, definitionOf],
  )
  const added = ({ id, data }: WorkflowNode) => {
    tools.reveal(id)
    announce(strings.palette.added(data.label))
  }
  return (
    <EditorContext value={context}>
      <h1 className="sr-only">{strings.title}</h1>
      {region}
      <EditorPanels
        storedAs="workflow-editor"
        left={
          <PalettePanel
            definitions={definitions}
            searchRef={search}
            defaultPosition={tools.defaultPosition}
            columnsInView={tools.columnsInView}
            onAdded={added}
          />
        }
        right={
          <TriggerRunsContext value={actions.triggerRuns}>
            <SettingsPanel
              projectId={projectId}
              execution={actions.execution}
              onRunPart={actions.runPart}
              definitionOf={definitionOf}
              credentials={credentials}
            />
          </TriggerRunsContext>
        }
      >
        <ConnectedBar
          isStored={workflowId !== undefined}
          runsPath={`/project/${projectId}/workflow?tab=runs&workflow=${workflowId}`}
          actions={actions}
        />
        <CoverageContext value={coverage}>
          <MenuArea acts={tools.acts}>
            <Canvas
              results={actions.execution.results}
              states={actions.execution.states}
              definitionOf={definitionOf}
              isArranging={tools.isArranging}
              onTidyUp={tools.tidyUp}
              onFind={() => tools.setFinding(true)}
              controls={<ProblemMenu credentials={credentials.data} onGo={tools.goTo} />}
            />
          </MenuArea>
        </CoverageContext>
      </EditorPanels>
      <EditorDialogs
        projectId={projectId}
        workflowId={workflowId}
        editor={editor}
        actions={actions}
        tools={tools}
        coverage={coverage}
      />
    </EditorContext>
  )
}
