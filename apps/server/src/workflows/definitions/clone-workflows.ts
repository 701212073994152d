import type { WorkflowNode } from '@plinth/contract'
import type { Transaction } from '../../foundation/platform/database.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import { addCredential, selectCredentials } from '../credentials/credential-store.ts'
import { replaceSecrets } from '../credentials/secret-fields.ts'
import { findTestsText } from './tests-store.ts'
import { withoutPins } from './without-pins.ts'
import { addWorkflow, selectWorkflows } from './workflow-store.ts'
import { readStoredCanvas, toWorkflowText } from './workflow-text.ts'

interface Cloned {
  /** The source project. */
  projectId: string
  /** The dev environment of the new project. */
  environmentId: string
  by: string
}

const isOfDev = ({ environment }: { environment: string }) => environment === 'dev'

async function cloneCredentials(
  transaction: Transaction,
  { projectId, environmentId }: Cloned,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const credential of (await selectCredentials(transaction, projectId)).filter(isOfDev)) {
    const id = newId('crd')
    const { name, type } = credential
    const data = replaceSecrets(credential, () => '')
    await addCredential(transaction, { id, environmentId, name, type, data })
    ids.set(credential.id, id)
  }
  return ids
}

/** Copies dev's workflows, and its credentials without secrets, into a new project. */
export async function cloneWorkflows(transaction: Transaction, cloned: Cloned): Promise<void> {
  const ids = await cloneCredentials(transaction, cloned)
  const moved = (node: WorkflowNode): WorkflowNode => {
    const entries = Object.entries(node.data.credentials)
    const credentials = entries.flatMap(([parameter, id]) => {
      const copy = ids.get(id)
      return copy ? [[parameter, copy] as const] : []
    })
    return { ...node, data: { ...node.data, credentials: Object.fromEntries(credentials) } }
  }
  for (const workflow of (await selectWorkflows(transaction, cloned.projectId)).filter(isOfDev)) {
    const stored = readStoredCanvas(workflow)
    const canvas = { ...stored, nodes: withoutPins(stored.nodes).map(moved) }
    await addWorkflow(transaction, {
      id: newId('wfl'),
      environmentId: cloned.environmentId,
      text: toWorkflowText(canvas, workflow),
      by: cloned.by,
      releaseId: null,
      tests: await findTestsText(transaction, workflow.id),
    })
  }
}
