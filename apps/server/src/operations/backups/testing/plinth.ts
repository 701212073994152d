import { testServer } from '../../../app/testing/test-server.ts'
import { runProgram } from './run-program.ts'

/** Runs the command-line program beside the server under test. */
export async function plinth(...args: string[]): Promise<{ code: number | null; said: string }> {
  const { databaseUrl, dataDir } = testServer()
  return runProgram(args, { settings: { DATABASE_URL: databaseUrl, PLINTH_DATA_DIR: dataDir } })
}
