import type { Workflow } from '@plinth/contract'
import { logFailure } from '../../api/log-failure.ts'
import { copyText } from '../../ui/primitives/copy-button.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { workflowListStrings as strings } from './strings.ts'

/** JSON for Import in any project; ids are left out, and so are credentials. */
export function printWorkflow({ name, nodes, connections, settings, active }: Workflow): string {
  const bare = nodes.map((node) => ({ ...node, data: { ...node.data, credentials: {} } }))
  return JSON.stringify({ name, nodes: bare, connections, settings, active }, null, 2)
}

export async function copyWorkflow(workflow: Workflow): Promise<void> {
  const words = strings.workflow
  try {
    await copyText(printWorkflow(workflow))
    showToast({ title: words.copied, description: words.copiedText })
  } catch (error) {
    logFailure('Copying a workflow', error)
    const { copyFailed: title, copyFailedText: description } = words
    showToast({ title, description, variant: 'destructive' })
  }
}
