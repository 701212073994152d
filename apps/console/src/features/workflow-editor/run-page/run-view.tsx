import type { RunDetail } from '@plinth/contract'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useStopReason } from '../../../state/availability.ts'
import { useIsAdmin } from '../../../state/current-user.ts'
import { EditorPanels } from '../editor/editor-panels.tsx'
import { useNodeDefinitions } from '../editor/workflow-queries.ts'
import { applyEvent, statesOf } from '../execution/node-states.ts'
import { runPageStrings } from '../strings/run-page-strings.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { RunBar } from './run-bar.tsx'
import { RunCanvas } from './run-canvas.tsx'
import { RunFactsContext } from './run-card.tsx'
import { RunList } from './run-list.tsx'
import { RunPanel } from './run-panel.tsx'
import { stepDuration, toRunSteps } from './run-steps.ts'
import { StepPanel } from './step-panel.tsx'
import { toCanvas } from './to-canvas.ts'
import { useRunActions } from './use-run-actions.ts'

/** The selected step is part of the URL, so that it can be shared. */
function useSelected() {
  const [params, setParams] = useSearchParams()
  const select = useCallback(
    (key: string | undefined) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          if (key === undefined) next.delete('node')
          else next.set('node', key)
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
  return { selected: params.get('node') ?? undefined, select }
}

function useDrawing(run: RunDetail, projectId: string) {
  const definitions = useNodeDefinitions(projectId).data
  const graph = useMemo(() => {
    const all = Object.values(definitions ?? {}).flat()
    return toCanvas(run.graph, (kind) => all.find(({ name }) => name === kind))
  }, [run.graph, definitions])
  const steps = useMemo(() => toRunSteps(run.nodes), [run.nodes])
  const states = useMemo(() => statesOf(applyEvent(new Map(), run.nodes), {}), [run.nodes])
  const facts = useMemo(() => {
    const times = new Map<string, number>()
    for (const { last } of steps) {
      if (last.endedOn === null) continue
      times.set(last.nodeId, (times.get(last.nodeId) ?? 0) + stepDuration(last))
    }
    return { isOver: run.endedOn !== null, times: Object.fromEntries(times) }
  }, [steps, run.endedOn])
  const isPlaced = run.graph.nodes.every(({ position }) => position !== null)
  return { graph: definitions ? graph : undefined, steps, states, facts, isPlaced }
}

/** A run in three panels: steps, canvas and details. */
export function RunView({ run, projectId }: { run: RunDetail; projectId: string }) {
  const { selected, select } = useSelected()
  const { graph, steps, states, facts, isPlaced } = useDrawing(run, projectId)
  const actions = useRunActions({ projectId, runId: run.id })
  const admin = useIsAdmin()
  const reason = run.environment === 'production' && !admin ? runPageStrings.onlyAdmins : undefined
  const stopped = useStopReason()
  const [isReplaying, setReplaying] = useState(false)
  const step = steps.find(({ key }) => key === selected)
  const selectNode = (nodeId: string) =>
    select(steps.findLast(({ last }) => last.nodeId === nodeId)?.key)
  const replay = async (input: Parameters<typeof actions.replay>[1]) => {
    if (!step) return
    await actions.replay(step.key, input)
    setReplaying(false)
  }
  return (
    <EditorPanels
      storedAs="workflow-run"
      left={<RunList steps={steps} selected={step?.key} onSelect={select} />}
      right={
        step ? (
          <StepPanel
            key={step.key}
            step={step}
            reason={
              reason ??
              stopped ??
              (run.endedOn === null ? runPageStrings.replay.waitForEnd : undefined)
            }
            onReplay={() => setReplaying(true)}
          />
        ) : (
          <RunPanel run={run} projectId={projectId} />
        )
      }
    >
      <RunBar run={run} projectId={projectId} {...{ actions, reason, stopped }} />
      <RunFactsContext value={facts}>
        {graph ? (
          <RunCanvas
            graph={graph}
            isPlaced={isPlaced}
            states={states}
            selected={step?.last.nodeId}
            onSelect={selectNode}
          />
        ) : null}
      </RunFactsContext>
      {isReplaying && step ? (
        <ReplayDialog
          step={step}
          isStarting={actions.isStarting}
          onClose={() => setReplaying(false)}
          onReplay={replay}
        />
      ) : null}
    </EditorPanels>
  )
}
