import { RefusedEffect, type TestToExecute } from '@plinth/engine'
import { requireFreeSpace } from '../../rows/request/require-free-space.ts'
import { openEnvironment } from '../../rows/request/resolve-environment.ts'
import type { SandboxedRows } from '../../rows/request/with-sandbox-table.ts'
import { DatabaseFault } from '../../rows/runners/database-fault.ts'
import { SandboxRefusal } from '../../rows/runners/sandbox-refusal.ts'
import type { WorkflowsContext } from '../context.ts'
import { callRows, writesRows } from '../runs/execute/call-rows.ts'
import { callSql } from '../runs/execute/call-sql.ts'
import type { NodeContext } from '../runs/execute/node-context.ts'
import { sandboxQueues } from './test-queues.ts'

const BUSY = 'It changes rows, and the database is busy. Run the test again shortly.'

/** A sandbox that has a slot. */
interface OpenSandbox {
  rows: Omit<SandboxedRows, 'now'>
  close(): Promise<void>
}

type Own = TestToExecute['ownTables']

/** Turns what a sandbox cannot do into the refusal of the node. */
async function orRefuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SandboxRefusal) throw new RefusedEffect(error.message)
    if (error instanceof DatabaseFault) throw new RefusedEffect(BUSY)
    throw error
  }
}

/**
 * The project's own tables in a test: as they are, and in a sandbox from the first node on that changes rows. `close`
 * removes what was changed.
 */
export function openTestTables(
  context: WorkflowsContext,
  { of, isGate = false }: { of: NodeContext; isGate?: boolean | undefined },
): { ownTables: Own; close(): Promise<void> } {
  const queue = isGate ? sandboxQueues.gates : sandboxQueues.clicks
  const key = of.environmentId
  let opened: Promise<OpenSandbox> | undefined

  async function open(): Promise<OpenSandbox> {
    await queue.enter(key, of.signal && { signal: of.signal })
    const since = performance.now()
    const leave = () => queue.leave(key, performance.now() - since)
    try {
      const environment = await openEnvironment(context, of)
      if (environment.placement.engine === 'sqlite3') await requireFreeSpace(context.env)
      const runner = await context.environments.runnerOf(environment).openSandbox(environment)
      return { rows: { environment, runner }, close: () => runner.close().finally(leave) }
    } catch (error) {
      leave()
      throw error
    }
  }

  return {
    ownTables: {
      rows: (call, time) =>
        orRefuse(async () => {
          if (writesRows(call)) opened ??= open()
          const now = Date.parse(time)
          const sandbox = opened && { ...(await opened).rows, now }
          return callRows(context, { of, call, sandbox })
        }),
      sql: (call) =>
        orRefuse(async () => {
          const sandbox = opened && { ...(await opened).rows, now: Date.now() }
          return callSql(context, { of, call, sandbox })
        }),
    },
    async close() {
      const sandbox = await opened?.catch(() => undefined)
      await sandbox?.close()
    },
  }
}
