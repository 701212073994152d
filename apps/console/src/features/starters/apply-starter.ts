import { ApiError, type Client } from '@plinth/client'
import {
  type Configuration,
  createRow,
  createWorkflow,
  deleteWorkflow,
  getProject,
  listNodeDefinitions,
  type Row,
  saveConfiguration,
  undoRelease,
} from '@plinth/contract'
import { type Starter, starterRowBody, starterWorkflow } from '@plinth/schema'
import { type StarterStep, starterStrings as strings } from './strings.ts'

export interface StarterTarget {
  client: Client
  projectId: string
  /** The saved configuration and its revision. */
  saved: { configuration: Configuration; revision: number }
  /** Applies the saved configuration to the database; rejects with the reason if that fails. */
  sync: () => Promise<void>
}

interface Applying extends StarterTarget {
  starter: Starter
  configuration: Configuration
  onStep: (step: StarterStep | 'undo') => void
}

type Undo = () => Promise<unknown>

async function addRows({ client, projectId, starter }: Applying): Promise<void> {
  const ids = new Map<string, string>()
  for (const row of starter.rows) {
    const body = starterRowBody(starter, row, { ids, newPassword: () => crypto.randomUUID() })
    const query = { $projectId: projectId }
    const { data } = await client.call(createRow, { params: { table: row.table }, query, body })
    ids.set(row.key, (data as Row).id)
  }
}

async function addWorkflow({ client, projectId, starter }: Applying, undos: Undo[]): Promise<void> {
  const params = { projectId }
  const { data } = await client.call(listNodeDefinitions, { params })
  const body = starterWorkflow(starter, Object.values(data.nodeDefinitions).flat())
  const made = await client.call(createWorkflow, { params, body })
  const workflowId = made.data.workflow.id
  undos.unshift(() => client.call(deleteWorkflow, { params: { projectId, workflowId } }))
}

async function runSteps(applying: Applying, undos: Undo[]): Promise<void> {
  const { client, projectId, configuration, saved, sync, onStep } = applying
  const params = { projectId }
  onStep('tables')
  const body = { newConfiguration: configuration }
  await client.call(saveConfiguration, { params, body, ifMatch: saved.revision })
  const restoreDraft = async () => {
    const { projectData } = await client.call(getProject, { params })
    const former = { newConfiguration: saved.configuration }
    const { revision } = projectData.configuration
    return client.call(saveConfiguration, { params, body: former, ifMatch: revision })
  }
  undos.unshift(restoreDraft)
  await sync()
  // Undoing the release restores the draft as well.
  undos.splice(0, 1, () => client.call(undoRelease, { params }))
  onStep('rows')
  await addRows(applying)
  onStep('workflow')
  await addWorkflow(applying, undos)
}

function describeFailure(error: unknown): string {
  if (error instanceof ApiError && error.code === 'stale') return strings.stale
  return error instanceof Error ? error.message : String(error)
}

/**
 * Creates the tables, rows and workflow of a starter. If a step fails, what was created before is removed again; rejects
 * with the reason and with what became of it.
 */
export async function applyStarter(applying: Applying): Promise<void> {
  const undos: Undo[] = []
  try {
    await runSteps(applying, undos)
  } catch (error) {
    const reason = describeFailure(error)
    applying.onStep('undo')
    try {
      for (const undo of undos) await undo()
    } catch {
      throw new Error(strings.stuck(reason), { cause: error })
    }
    throw new Error(strings.failed(reason), { cause: error })
  }
}
