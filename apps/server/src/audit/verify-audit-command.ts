import { parseArgs } from 'node:util'
import type { Command } from '../command.ts'
import { readEnv, SettingsError } from '../env.ts'
import { openDatabase } from '../platform/database.ts'
import { printVerified } from './print-verified.ts'
import { verifyAudit } from './verify-audit.ts'

export const verifyAuditCommand: Command = {
  usage: 'verify-audit [--project ID]',
  summary: "Recomputes the chain of one project's audit trail, or of all",
  run: async (args) => {
    const { values } = parseArgs({ args, options: { project: { type: 'string' } } })
    const { databaseUrl } = readEnv([])
    if (!databaseUrl) throw new SettingsError('Set DATABASE_URL to the platform database.')
    const db = openDatabase({
      url: databaseUrl,
      maxConnections: 1,
      onError: (error) => process.stderr.write(`${error.message}\n`),
    })
    try {
      const found = await verifyAudit(db, { projectId: values.project })
      for (const chain of found) process.stdout.write(`${printVerified(chain)}\n`)
      const broken = found.filter((chain) => chain.broken !== undefined).length
      const entries = found.reduce((sum, chain) => sum + chain.verified, 0)
      process.stdout.write(
        `${found.length} chains, ${entries} entries verified, ${broken} broken\n`,
      )
      return broken === 0 ? 0 : 1
    } finally {
      await db.close()
    }
  },
}
