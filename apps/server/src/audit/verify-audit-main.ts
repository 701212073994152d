import { parseArgs } from 'node:util'
import { readEnv, SettingsError } from '../env.ts'
import { openDatabase } from '../platform/database.ts'
import { printVerified } from './print-verified.ts'
import { verifyAudit } from './verify-audit.ts'

/** `--project ID` looks at one project's trail; otherwise at all of them. */
async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: { project: { type: 'string' } } })
  const { databaseUrl } = readEnv(process.argv)
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
    process.stdout.write(`${found.length} chains, ${entries} entries verified, ${broken} broken\n`)
    return broken === 0
  } finally {
    await db.close()
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 2
}
