import { createHash } from 'node:crypto'
import type { PromotionPlan } from '@plinth/contract'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { selectCredentials } from '../../workflows/credentials/credential-store.ts'
import {
  type CredentialChange,
  compareCredentials,
  stageCredentials,
} from '../../workflows/credentials/stage-credentials.ts'
import { credentialSignature } from '../../workflows/credentials/to-credential.ts'
import { stageWorkflow } from '../../workflows/definitions/staged-workflow-store.ts'
import { type ComparedWorkflow, listCompared } from '../../workflows/definitions/status-store.ts'
import type { OperationsContext } from '../context.ts'

interface WorkflowChange extends ComparedWorkflow {
  change: 'create' | 'update'
}

interface Changes {
  workflows: WorkflowChange[]
  credentials: CredentialChange[]
  /** Identifies exactly these changes. */
  digest: string
}

async function compareWorkflows(on: Queryable, projectId: string): Promise<WorkflowChange[]> {
  const all = await listCompared(on, projectId)
  const inProduction = all.filter(({ environment }) => environment === 'production')
  const byName = new Map(inProduction.map((one) => [one.name, one]))
  const changed = all.filter(
    (one) => one.environment === 'dev' && byName.get(one.name)?.signature !== one.signature,
  )
  return changed
    .map((one): WorkflowChange => ({ ...one, change: byName.has(one.name) ? 'update' : 'create' }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function readChanges(on: Queryable, projectId: string): Promise<Changes> {
  const workflows = await compareWorkflows(on, projectId)
  const credentials = compareCredentials(await selectCredentials(on, projectId))
  credentials.sort((a, b) => (a.dev.name < b.dev.name ? -1 : 1))
  const named = [
    workflows.map(({ name, change, signature }) => [name, change, signature]),
    credentials.map(({ dev, change }) => [dev.name, change, credentialSignature(dev)]),
  ]
  const digest = createHash('sha256').update(JSON.stringify(named)).digest('base64url')
  return { workflows, credentials, digest }
}

export const promotionsChanged = () =>
  new ApiError('conflict', 'Workflows or credentials have just changed. Review the plan again.')

/** The workflows and credentials of a deploy, and a function that stages exactly these. */
export interface PlannedPromotions {
  view: PromotionPlan
  digest: string
  /** The workflows of dev that would be deployed, as they were compared. */
  workflows: readonly ComparedWorkflow[]
  stage(
    transaction: Transaction,
    at: { releaseId: string; environmentId: string; overwrite: readonly string[] },
  ): Promise<void>
}

/** Compares dev's workflows and credentials with production's, by name. */
export async function planPromotions(
  { db, vault }: Pick<OperationsContext, 'db' | 'vault'>,
  projectId: string,
): Promise<PlannedPromotions> {
  const seen = await readChanges(db, projectId)
  return {
    digest: seen.digest,
    workflows: seen.workflows,
    view: {
      workflows: seen.workflows.map(({ name, change }) => ({ name, change })),
      credentials: seen.credentials.map(({ dev, change }) => ({
        name: dev.name,
        type: dev.type,
        change,
      })),
    },
    async stage(transaction, { releaseId, environmentId, overwrite }) {
      const now = await readChanges(transaction, projectId)
      if (now.digest !== seen.digest) throw promotionsChanged()
      for (const { id } of now.workflows) {
        await stageWorkflow(transaction, { releaseId, workflowId: id })
      }
      const ticked = new Set(overwrite)
      const changes = now.credentials.filter(
        ({ change, dev }) => change === 'create' || ticked.has(dev.name),
      )
      const staged = { vault, projectId, environmentId, releaseId, changes }
      await stageCredentials(transaction, staged)
    },
  }
}
