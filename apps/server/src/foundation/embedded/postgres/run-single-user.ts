import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ProgramPlace, runProgram } from '../process/run-program.ts'

/**
 * Runs statements as the cluster's superuser without a login: PostgreSQL in single-user mode, which listens nowhere.
 * The cluster must be stopped. Each statement is a transaction of its own; the first error ends the run.
 */
export async function runSingleUser(
  place: ProgramPlace & { cluster: string },
  { database, statements }: { database: string; statements: readonly string[] },
): Promise<void> {
  // After kill -9 the file has a process id that another program may use now.
  await rm(join(place.cluster, 'postmaster.pid'), { force: true })
  await runProgram(place, {
    file: place.files.postgres,
    cwd: place.cluster,
    args: ['--single', '-j', '-c', 'exit_on_error=on', '-D', place.cluster, database],
    // With -j a semicolon and an empty line end a statement.
    input: statements.map((statement) => `${statement.trim()};\n\n`).join(''),
  })
}
