import { parseArgs } from 'node:util'
import {
  type Availability,
  type AvailabilityState,
  MAX_AVAILABILITY_REASON,
  ProjectId,
} from '@plinth/contract'
import { addAudit } from '../../foundation/audit/audit-store.ts'
import type { Database } from '../../foundation/platform/database.ts'
import {
  findAvailability,
  lockAvailabilityForUpdate,
} from '../../projects/availability/availability-store.ts'
import {
  changeAvailability,
  toAvailability,
} from '../../projects/availability/change-availability.ts'
import type { Command } from '../context/command.ts'
import { usePlatform } from '../context/use-platform.ts'
import { DELETED_ACTS, DELETED_USAGE, runOnDeleted } from './deleted-project-command.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const unknown = (projectId: string) => new Error(`There is no project ${projectId}.`)

const STATES: ReadonlyMap<string, AvailabilityState> = new Map([
  ['open', 'open'],
  ['read-only', 'read-only'],
  ['suspend', 'suspended'],
  ['archive', 'archived'],
])

function describe(projectId: string, { state, reason, by, since }: Availability): void {
  const author = by === null ? 'the command line' : by
  if (since === null) say(`${projectId} is ${state}.`)
  else say(`${projectId} has been ${state} since ${since}, set by ${author}.`)
  if (reason !== '') say(`Reason: ${reason}`)
}

async function status(db: Database, projectId: string): Promise<number> {
  const found = await findAvailability(db, projectId)
  if (!found) throw unknown(projectId)
  describe(projectId, toAvailability(found))
  return 0
}

interface Change {
  projectId: string
  state: AvailabilityState
  reason: string
}

/** The command line is trusted as an admin; the audit log records that the change was made there. */
async function change(db: Database, { projectId, state, reason }: Change): Promise<number> {
  const availability = await db.transaction(async (transaction) => {
    const before = await lockAvailabilityForUpdate(transaction, projectId)
    if (!before) throw unknown(projectId)
    const changed = await changeAvailability(transaction, {
      ...{ projectId, state, reason, before },
      role: 'admin',
      author: null,
    })
    await addAudit(transaction, {
      author: {
        organisationId: before.organisationId,
        staffId: null,
        requestId: 'command line',
      },
      entry: changed.audit,
    })
    return changed.availability
  })
  describe(projectId, availability)
  return 0
}

function readReason(args: string[]): string {
  const options = { reason: { type: 'string' } } as const
  const reason = (parseArgs({ args, options }).values.reason ?? '').trim()
  if (reason.length > MAX_AVAILABILITY_REASON)
    throw new Error(`The reason is too long: at most ${MAX_AVAILABILITY_REASON} characters.`)
  return reason
}

export const projectCommand: Command = {
  usage: `project status ID | open ID | read-only ID | suspend ID | archive ID [--reason TEXT] | ${DELETED_USAGE}`,
  summary:
    'Shows or changes whether a project is open; restores deleted projects. Every process applies it within a second',
  run: async (args) => {
    const [act = '', id = '', ...more] = args
    if (DELETED_ACTS.has(act)) return runOnDeleted(args)
    const projectId = ProjectId.safeParse(id)
    const state = STATES.get(act)
    if (!projectId.success || (state === undefined && (act !== 'status' || more.length > 0)))
      throw new Error(`plinth-server ${projectCommand.usage}`)
    if (state === undefined) return usePlatform((db) => status(db, projectId.data))
    const reason = readReason(more)
    if (state === 'suspended' && reason === '')
      throw new Error('Say why the project is suspended: --reason TEXT')
    return usePlatform((db) => change(db, { projectId: projectId.data, state, reason }))
  },
}
