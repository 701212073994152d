import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ProgramPlace, runProgram } from '../process/run-program.ts'

/**
 * Runs statements as the cluster's superuser without a login: PostgreSQL in single-user mode, which listens nowhere.
 * The cluster must be stopped. Each statement is a transaction of its own; the first error ends the run.
 */
export async function runSingleUser(
  options: ProgramPlace & { cluster: string },
  { database, statements }: { database: string; statements: readonly string[] },
): Promise<void> {
  // After kill -9 the file has a process id that another program may use now.
  await rm(join(options.cluster, 'postmaster.pid'), { force: true })
  await runProgram(options, {
    file: options.files.postgres,
    cwd: options.cluster,
    args: ['--single', '-j', '-c', 'exit_on_error=on', '-D', options.cluster, database],
    // With -j a semicolon and an empty line end a statement.
    input: statements.map((statement) => `${statement.trim()};\n\n`).join(''),
  })
}
