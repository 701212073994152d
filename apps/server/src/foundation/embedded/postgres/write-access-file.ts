import { join } from 'node:path'
import type { ServerUser } from '../process/choose-server-user.ts'
import { writePrivateFile } from '../process/private-file.ts'
import { SUPERUSER } from './cluster-names.ts'

/** Writes pg_hba.conf: password login for all roles except the superuser, no replication. */
export async function writeAccessFile(home: string, owner: ServerUser): Promise<string> {
  const path = join(home, 'pg_hba.conf')
  const content = `local all ${SUPERUSER} reject\nlocal all all scram-sha-256\n`
  await writePrivateFile({ path, content, owner })
  return path
}
