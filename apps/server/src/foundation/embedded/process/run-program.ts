import type { ServerUser } from './choose-server-user.ts'
import type { PostgresFiles } from './prepare-postgres-files.ts'
import { lastLogLine } from './server-log.ts'
import { spawnServer } from './spawn-server.ts'
import { StartError } from './start-error.ts'

export interface ProgramPlace {
  files: PostgresFiles
  user: ServerUser
  logFile: string
}

/** Runs one of PostgreSQL's programs to its end; throws a StartError with its last output if it fails. */
export async function runProgram(
  { files, user, logFile }: ProgramPlace,
  program: { file: string; cwd: string; args: string[]; input?: string },
): Promise<void> {
  const running = await spawnServer({ ...program, env: files.env, user, logFile })
  const { code, signal } = await running.exited
  if (code === 0) return
  throw new StartError(
    `The embedded database could not be prepared (${signal ?? code}): ${await lastLogLine(logFile)} (see ${logFile})`,
  )
}
