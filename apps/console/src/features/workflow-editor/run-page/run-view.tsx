import type { RunDetail } from '@plinth/contract'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useIsAdmin } from '../../../state/current-user.ts'
import { EditorPanels } from '../editor/editor-panels.tsx'
import { useNodeDefinitions } from '../editor/workflow-queries.ts'
import { statesOf, takeIn } from '../execution/node-states.ts'
import { runWords } from '../strings/run-page-strings.ts'
import { takenTurns, tookMs } from './merge-turns.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { RunBar } from './run-bar.tsx'
import { RunCanvas } from './run-canvas.tsx'
import { RunFactsContext } from './run-card.tsx'
import { RunList } from './run-list.tsx'
import { RunPanel } from './run-panel.tsx'
import { toCanvas } from './to-canvas.ts'
import { TurnPanel } from './turn-panel.tsx'
import { useRunActions } from './use-run-actions.ts'

/** The turn that is looked at stands in the address, so that it can be sent to somebody. */
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
  const turns = useMemo(() => takenTurns(run.nodes), [run.nodes])
  const states = useMemo(() => statesOf(takeIn(new Map(), run.nodes), {}), [run.nodes])
  const facts = useMemo(() => {
    const times = new Map<string, number>()
    for (const { last } of turns) {
      if (last.endedOn === null) continue
      times.set(last.nodeId, (times.get(last.nodeId) ?? 0) + tookMs(last))
    }
    return { isOver: run.endedOn !== null, times: Object.fromEntries(times) }
  }, [turns, run.endedOn])
  const isPlaced = run.graph.nodes.every(({ position }) => position !== null)
  return { graph: definitions ? graph : undefined, turns, states, facts, isPlaced }
}

/** One run on three panels: its nodes in order, the canvas as it ran, and what is looked at. */
export function RunView({ run, projectId }: { run: RunDetail; projectId: string }) {
  const { selected, select } = useSelected()
  const { graph, turns, states, facts, isPlaced } = useDrawing(run, projectId)
  const actions = useRunActions({ projectId, runId: run.id })
  const admin = useIsAdmin()
  const reason = run.environment === 'production' && !admin ? runWords.onlyAdmins : undefined
  const [isReplaying, setReplaying] = useState(false)
  const taken = turns.find(({ key }) => key === selected)
  const selectNode = (nodeId: string) =>
    select(turns.findLast(({ last }) => last.nodeId === nodeId)?.key)
  const replay = async (input: Parameters<typeof actions.replay>[1]) => {
    if (!taken) return
    await actions.replay(taken.key, input)
    setReplaying(false)
  }
  return (
    <EditorPanels
      left={<RunList turns={turns} selected={taken?.key} onSelect={select} />}
      right={
        taken ? (
          <TurnPanel
            key={taken.key}
            taken={taken}
            reason={reason ?? (run.endedOn === null ? runWords.replay.waitForEnd : undefined)}
            onReplay={() => setReplaying(true)}
          />
        ) : (
          <RunPanel run={run} projectId={projectId} />
        )
      }
    >
      <RunBar run={run} projectId={projectId} actions={actions} reason={reason} />
      <RunFactsContext value={facts}>
        {graph ? (
          <RunCanvas
            graph={graph}
            isPlaced={isPlaced}
            states={states}
            selected={taken?.last.nodeId}
            onSelect={selectNode}
          />
        ) : null}
      </RunFactsContext>
      {isReplaying && taken ? (
        <ReplayDialog
          taken={taken}
          isStarting={actions.isStarting}
          onClose={() => setReplaying(false)}
          onReplay={replay}
        />
      ) : null}
    </EditorPanels>
  )
}
