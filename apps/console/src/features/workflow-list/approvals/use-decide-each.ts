import { type Approval, decideApproval } from '@plinth/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { client } from '../../../api/client.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { actOnEach, printOutcome } from '../chosen/act-on-each.ts'
import { approvalStrings } from './strings.ts'

const words = approvalStrings.chosen

/** Decides the selected approvals one by one, with progress; shows what happened as a toast. */
export function useDecideEach({
  approvals,
  onDone,
}: {
  approvals: readonly Approval[]
  onDone: () => void
}) {
  const projectId = useCurrentProject().id
  const queries = useQueryClient()
  const [progress, setProgress] = useState<{ done: number; all: number }>()
  const stop = useRef<AbortController>(undefined)
  const decide = async (decision: 'approve' | 'reject') => {
    if (progress) return
    const all = approvals.length
    const controller = new AbortController()
    stop.current = controller
    setProgress({ done: 0, all })
    const send = ({ id: approvalId }: Approval) =>
      client.call(decideApproval, { params: { projectId, approvalId }, body: { decision } })
    const outcome = await actOnEach(approvals, send, {
      signal: controller.signal,
      onProgress: (done) => setProgress({ done, all }),
    })
    setProgress(undefined)
    showToast(printOutcome({ ...words, done: words.done[decision] }, outcome))
    onDone()
    await queries.invalidateQueries({ queryKey: ['approvals', projectId] })
  }
  return { decide, progress, stop: () => stop.current?.abort() }
}
