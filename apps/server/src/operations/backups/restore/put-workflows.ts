import type { EnvironmentName } from '@plinth/contract'
import type { Transaction } from '../../../foundation/platform/database.ts'
import { newId } from '../../../foundation/platform/new-id.ts'
import { readStored } from '../../../foundation/platform/stored-json.ts'
import { syncTriggers } from '../../../workflows/definitions/sync-triggers.ts'
import { addWebhookAddresses } from '../../../workflows/definitions/trigger-store.ts'
import { readStoredCanvas, toWorkflowText } from '../../../workflows/definitions/workflow-text.ts'
import {
  dropTestsOverLimit,
  readTests,
  toTestsText,
} from '../../../workflows/workflow-tests/tests-text.ts'
import { WorkflowLine } from '../archive/project-parts.ts'
import { readStagedLines } from './restore-store.ts'
import { insertVersion, insertWorkflow, type KeptAddress } from './visible-store.ts'

const ID = /\b(wfl|crd)_[0-9a-hjkmnp-tv-z]{26}\b/g

export interface PutWorkflows {
  restoreId: string
  environments: ReadonlyMap<EnvironmentName, string>
  /** New ids by those in the archive; workflows add their own. */
  ids: Map<string, string>
  isSameProject: boolean
  /** In a new project all triggers are off, so that nothing is done twice. */
  isOff: boolean
  addresses: readonly KeptAddress[]
}

async function chooseIds(transaction: Transaction, put: PutWorkflows): Promise<void> {
  for await (const { line } of readStagedLines(transaction, {
    id: put.restoreId,
    kind: 'workflow',
  })) {
    const read = readStored(WorkflowLine, line, 'staged workflow of a restore')
    if (read.kind === 'workflow') put.ids.set(read.id, put.isSameProject ? read.id : newId('wfl'))
  }
}

/** Stores staged workflows with all their versions; returns how many were switched off, and tests over a limit. */
export async function putWorkflows(
  transaction: Transaction,
  put: PutWorkflows,
): Promise<{ off: number; droppedTests: number }> {
  // All ids first: a workflow may call one that comes later.
  await chooseIds(transaction, put)
  const moved = (text: string) => text.replace(ID, (id) => put.ids.get(id) ?? id)
  let workflowId = ''
  let off = 0
  let droppedTests = 0
  for await (const { environment, line } of readStagedLines(transaction, {
    id: put.restoreId,
    kind: 'workflow',
  })) {
    const read = readStored(WorkflowLine, line, 'staged workflow of a restore')
    const [nodes, settings] = [moved(read.nodes), moved(read.settings)]
    const archived = readTests(moved(read.tests))
    const allowed = dropTestsOverLimit(archived)
    const tests = toTestsText(allowed)
    if (read.kind === 'version') {
      await insertVersion(transaction, { ...read, workflowId, nodes, settings, tests })
      continue
    }
    workflowId = put.ids.get(read.id) ?? read.id
    const environmentId = put.environments.get(environment) ?? ''
    const canvas = readStoredCanvas({ nodes, connections: read.connections, settings })
    if (put.isOff && read.active) off += 1
    droppedTests += archived.length - allowed.length
    const text = toWorkflowText(canvas, { name: read.name, active: read.active && !put.isOff })
    const { revision, createdOn } = read
    const head = { id: workflowId, environmentId, revision, createdOn }
    await insertWorkflow(transaction, { ...head, text, tests })
    const addresses = put.addresses.filter((one) => one.workflowId === workflowId)
    if (addresses.length > 0) await addWebhookAddresses(transaction, { workflowId, addresses })
    await syncTriggers(transaction, { workflowId, environmentId, text })
  }
  return { off, droppedTests }
}
