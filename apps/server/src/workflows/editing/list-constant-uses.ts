import { type ConstantUse, listConstantUses as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound } from '../../foundation/http/errors/api-error.ts'
import type { Database } from '../../foundation/platform/database.ts'
import { findConfiguration } from '../../projects/configuration/configuration-store.ts'
import { findConstant, type StoredConstant } from '../../projects/constants/constant-store.ts'
import type { WorkflowsContext } from '../context.ts'
import { listConstantReaders } from '../definitions/constant-use-store.ts'
import { findRuleUses } from './find-rule-uses.ts'

type FindUses = (
  db: Database,
  options: { projectId: string; constant: StoredConstant },
) => Promise<ConstantUse[]>

const usesInRules: FindUses = async (db, { projectId, constant }) => {
  const { environment, key } = constant
  const configuration = await findConfiguration(db, { projectId, environment })
  return configuration ? findRuleUses(configuration, key) : []
}

const usesInWorkflows: FindUses = async (db, { projectId, constant }) => {
  const { environment, key } = constant
  const readers = await listConstantReaders(db, { projectId, environment })
  return readers
    .filter(({ constants }) => constants.has(key))
    .map(({ id, name }) => ({ kind: 'workflow', workflowId: id, name }))
}

/** Every kind of reader of constants; a new kind must be added here. */
const READERS: readonly FindUses[] = [usesInRules, usesInWorkflows]

export const listConstantUses = route(
  endpoint,
  async ({ project, params }, { db }: WorkflowsContext) => {
    const projectId = project.id
    const constant = await findConstant(db, { projectId, constantId: params.id })
    if (!constant) throw notFound()
    const uses = await Promise.all(READERS.map((find) => find(db, { projectId, constant })))
    return { environment: constant.environment, uses: uses.flat() }
  },
)
