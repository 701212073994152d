import type { WorkflowNode } from '@plinth/contract'
import { sameJson } from '@plinth/schema'
import { Radio, Square } from 'lucide-react'
import { Button } from '../../../../ui/primitives/button.tsx'
import { Spinner } from '../../../../ui/primitives/spinner.tsx'
import { useEditorContext } from '../../editor/editor-context.tsx'
import { useTimeLeft } from '../../execution/use-time-left.ts'
import { findNode } from '../../graph/graph.ts'
import { triggerStrings } from '../../strings/trigger-strings.ts'
import { useTriggerRuns } from './trigger-runs.ts'

const words = triggerStrings.listen

/** Remaining time as minutes and seconds. */
function TimeLeft({ until }: { until: number }) {
  return <span className="tabular-nums">{words.left(useTimeLeft(until))}</span>
}

/** Listens for the next call of a webhook, which starts a test run of the draft. */
export function ListenButton({ node }: { node: WorkflowNode }) {
  const { editor } = useEditorContext()
  const { saved } = editor.use().draft
  const runs = useTriggerRuns()
  if (!runs) return null
  const { listening, isStored } = runs
  const isListening = listening?.nodeId === node.id
  const before = findNode(saved, node.id)?.data
  const { parameters, credentials } = node.data
  const isChanged =
    before !== undefined &&
    !(sameJson(before.parameters, parameters) && sameJson(before.credentials, credentials))
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex min-h-7 flex-wrap items-center gap-2">
        {isListening ? (
          <Button size="sm" onClick={runs.stopListening}>
            <Square aria-hidden="true" />
            {words.stop}
          </Button>
        ) : (
          <Button size="sm" onClick={() => runs.listen(node.id)}>
            <Radio aria-hidden="true" />
            {isStored && before ? words.start : words.saveAndStart}
          </Button>
        )}
        {isListening && listening.until !== undefined ? (
          <span className="flex items-center gap-1.5 text-xs text-fg-2">
            <Spinner />
            <TimeLeft until={listening.until} />
          </span>
        ) : null}
      </div>
      <p role="status" className="min-h-8 text-xs text-fg-2">
        {isListening && listening.until !== undefined ? words.waiting : words.hint}
        {isChanged ? ` ${words.savedSettings}` : ''}
      </p>
    </div>
  )
}
