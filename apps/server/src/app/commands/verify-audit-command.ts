import { parseArgs } from 'node:util'
import { printVerified } from '../../foundation/audit/print-verified.ts'
import { verifyAudit } from '../../foundation/audit/verify-audit.ts'
import type { Command } from '../context/command.ts'
import { usePlatform } from '../context/use-platform.ts'

export const verifyAuditCommand: Command = {
  usage: 'verify-audit [--project ID]',
  summary: "Verifies the audit log's hash chain of one project, or of all",
  run: async (args) => {
    const { values } = parseArgs({ args, options: { project: { type: 'string' } } })
    const found = await usePlatform((db) => verifyAudit(db, { projectId: values.project }))
    for (const chain of found) process.stdout.write(`${printVerified(chain)}\n`)
    const broken = found.filter((chain) => chain.broken !== undefined).length
    const entries = found.reduce((sum, chain) => sum + chain.verified, 0)
    process.stdout.write(`${found.length} chains, ${entries} entries verified, ${broken} broken\n`)
    return broken === 0 ? 0 : 1
  },
}
