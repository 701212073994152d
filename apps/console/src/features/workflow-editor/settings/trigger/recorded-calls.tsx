import { listRuns, type Run } from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { client } from '../../../../api/client.ts'
import { logFailure } from '../../../../api/log-failure.ts'
import { useCurrentProject } from '../../../../state/current-project.tsx'
import { Button } from '../../../../ui/primitives/button.tsx'
import { DropdownMenu, MenuItem } from '../../../../ui/primitives/dropdown-menu.tsx'
import { RelativeTime } from '../../../../ui/primitives/relative-time.tsx'
import { showToast } from '../../../../ui/toast/toast.ts'
import type { Json } from '../../execution/execution.ts'
import { readRunDetail } from '../../execution/follow-run.ts'
import { nodeDataStrings } from '../../strings/node-data-strings.ts'
import { runPageStrings } from '../../strings/run-page-strings.ts'
import { triggerStrings } from '../../strings/trigger-strings.ts'

const words = triggerStrings.data
const RECENT = 10

interface RecordedCallsProps {
  nodeId: string
  trigger: Run['trigger']
  onChoose: (data: Json) => void
}

/** Offers the newest runs of a trigger, whose data can be used again. */
export function RecordedCalls({ nodeId, trigger, onChoose }: RecordedCallsProps) {
  const { id: projectId } = useCurrentProject()
  const { workflowId } = useParams()
  const [isOpen, setOpen] = useState(false)
  const { data, isLoading } = useQuery({
    queryKey: ['recorded calls', projectId, workflowId, trigger],
    queryFn: ({ signal }) =>
      client.call(listRuns, {
        params: { projectId },
        query: { workflowId, trigger, limit: RECENT },
        signal,
      }),
    enabled: isOpen && workflowId !== undefined,
    staleTime: 0,
  })
  const runs = data?.runs ?? []
  const choose = async (runId: string) => {
    try {
      const { payload, graph } = await readRunDetail({ projectId, runId })
      if (graph.starts.includes(nodeId)) onChoose(payload)
      else showToast({ title: words.ofAnother })
    } catch (error) {
      logFailure('Reading a recorded call', error)
      showToast({ title: nodeDataStrings.run.failed, variant: 'destructive' })
    }
  }
  return (
    <DropdownMenu
      align="start"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm">
          <History aria-hidden="true" />
          {trigger === 'webhook' ? words.recordedCall : words.recordedRun}
        </Button>
      }
    >
      {runs.map(({ id, createdOn, status }) => (
        <MenuItem key={id} onSelect={() => choose(id)}>
          <RelativeTime iso={createdOn} />, {runPageStrings.status[status].toLowerCase()}
        </MenuItem>
      ))}
      {runs.length === 0 ? (
        <p role="status" className="px-2 py-1.5 text-xs text-fg-2">
          {isLoading ? words.loading : words.noRecorded}
        </p>
      ) : null}
    </DropdownMenu>
  )
}
