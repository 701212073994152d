import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { isStaleFault } from '../environments/environments.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import { fileColumnsOf } from '../file-store/confirm-files.ts'
import type { RowSandbox } from '../runners/row-runner.ts'
import { SandboxRefusal } from '../runners/sandbox-refusal.ts'
import { faultToApiError } from './fault-to-api-error.ts'
import type { OpenTable } from './row-request.ts'

/** A sandbox of an environment, and the time of its requests. */
export interface SandboxedRows {
  readonly environment: LiveEnvironment
  readonly runner: RowSandbox
  readonly now: number
}

const CHANGED = 'The tables have changed meanwhile.'
const OUTSIDE = 'It changes more than rows.'
const ACCOUNTS = 'Rows of an Auth table are accounts, which have sessions and passwords.'
const FILES = 'It changes rows of a table with files.'

/** A part of the context whose use would have an effect outside of the sandbox. */
const outOfReach = <T extends object>(): T =>
  new Proxy({} as T, {
    get() {
      throw new SandboxRefusal(OUTSIDE)
    },
  })

interface Opening {
  readonly context: RowsContext
  readonly sandbox: SandboxedRows
  readonly table: string
  readonly isWrite: boolean
}

/** Opens a table in a sandbox and passes it to `act`. Throws a SandboxRefusal for what a rollback does not undo. */
export async function withSandboxTable<T>(
  { context, sandbox, table: name, isWrite }: Opening,
  act: (open: OpenTable) => Promise<T>,
): Promise<T> {
  const { environment } = sandbox
  const table = environment.model.tables.get(name)
  if (!table) throw new ApiError('not_found', `Table with name ${name} not found`)
  if (isWrite && table.definition.type === 'Auth') throw new SandboxRefusal(ACCOUNTS)
  if (isWrite && fileColumnsOf(table).length > 0) throw new SandboxRefusal(FILES)
  const inside: RowsContext = {
    ...context,
    db: outOfReach(),
    files: outOfReach(),
    usage: outOfReach(),
    appSessions: outOfReach(),
  }
  try {
    return await act({ ...sandbox, context: inside, table, reserved: [], isSandbox: true })
  } catch (error) {
    if (!isStaleFault(error)) throw faultToApiError(error, table)
    context.environments.evict(environment)
    throw new SandboxRefusal(CHANGED)
  }
}
