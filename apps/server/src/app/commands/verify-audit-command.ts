import { parseArgs } from 'node:util'
import { printVerified } from '../../foundation/audit/print-verified.ts'
import { type VerifiedChain, verifyAudit } from '../../foundation/audit/verify-audit.ts'
import { auditArchiveReader } from '../../operations/audit/audit-archive-reader.ts'
import type { Command } from '../context/command.ts'
import { usePlatform } from '../context/use-platform.ts'
import { useBackups } from './use-backups.ts'

/** Archive files are in the file stores, whose settings the platform's database alone does not need. */
function verify(only: {
  projectId: string | undefined
  hasArchives: boolean
}): Promise<VerifiedChain[]> {
  const { projectId } = only
  if (!only.hasArchives) return usePlatform((db) => verifyAudit(db, { projectId }))
  return useBackups(({ db, files }) =>
    verifyAudit(db, { projectId, readArchive: auditArchiveReader(files) }),
  )
}

export const verifyAuditCommand: Command = {
  usage: 'verify-audit [--project ID] [--archives]',
  summary:
    "Verifies the audit log's hash chain of one project, or of all; with --archives also its archive files",
  run: async (args) => {
    const { values } = parseArgs({
      args,
      options: { project: { type: 'string' }, archives: { type: 'boolean' } },
    })
    const found = await verify({
      projectId: values.project,
      hasArchives: values.archives === true,
    })
    for (const chain of found) process.stdout.write(`${printVerified(chain)}\n`)
    const broken = found.filter((chain) => chain.broken !== undefined).length
    const entries = found.reduce((sum, chain) => sum + chain.verified, 0)
    process.stdout.write(`${found.length} chains, ${entries} entries verified, ${broken} broken\n`)
    return broken === 0 ? 0 : 1
  },
}
