import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { testServer } from '../../../app/testing/test-server.ts'

const PROGRAM = join(import.meta.dirname, '../../../app/plinth-server.ts')

/** Runs `plinth-server staff ACT EMAIL` on the database of the test; returns what it prints. */
export async function runStaffCommand(
  act: string,
  email: string,
  settings: Record<string, string> = {},
): Promise<string> {
  const env = { ...process.env, ...settings, DATABASE_URL: testServer().databaseUrl }
  const ran = await promisify(execFile)(process.execPath, [PROGRAM, 'staff', act, email], { env })
  return ran.stdout
}
