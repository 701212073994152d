import { deleteWorkflowTest, type TestOfRun } from '@plinth/contract'
import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { actOnEach, printOutcome } from '../chosen/act-on-each.ts'
import { runStrings } from './strings.ts'

const words = runStrings.leftTests

/** Offers to delete the tests that still hold the data of deleted runs; those of production go with the next deploy. */
export function LeftTests({ tests, onClose }: { tests: TestOfRun[]; onClose: () => void }) {
  const projectId = useCurrentProject().id
  const [busy, setBusy] = useState(false)
  const own = tests.filter(({ environment }) => environment === 'dev')
  const remove = async () => {
    setBusy(true)
    const outcome = await actOnEach(
      own,
      ({ workflowId, testId }) =>
        client.call(deleteWorkflowTest, { params: { projectId, workflowId, testId } }),
      { signal: new AbortController().signal, onProgress: () => undefined },
    )
    setBusy(false)
    showToast(printOutcome(words.done, outcome))
    onClose()
  }
  return (
    <ConfirmDialog
      open={tests.length > 0}
      onOpenChange={(open) => !open && onClose()}
      title={words.title(tests.length)}
      text={words.text}
      cancelLabel={words.keep}
      confirmLabel={words.remove}
      busy={busy}
      blocked={own.length === 0}
      onConfirm={remove}
    >
      <ul className="mt-3 max-h-48 list-disc overflow-auto pl-5 text-sm">
        {tests.map((test) => (
          <li key={`${test.workflowId} ${test.testId}`}>{words.one(test)}</li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
