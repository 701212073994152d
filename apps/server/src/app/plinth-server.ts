#!/usr/bin/env node
import type { Command } from './context/command.ts'
import { VERSION } from './health/version.ts'

/** Loaded when they are used: most commands need a small part of the server. */
const commands: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ['config', async () => (await import('./commands/config-command.ts')).configCommand],
  ['export', async () => (await import('./commands/export-command.ts')).exportCommand],
  ['backup', async () => (await import('./commands/backup-command.ts')).backupCommand],
  ['budget', async () => (await import('./commands/budget-command.ts')).budgetCommand],
  ['keys', async () => (await import('./commands/keys-command.ts')).keysCommand],
  ['move-files', async () => (await import('./commands/move-files-command.ts')).moveFilesCommand],
  ['project', async () => (await import('./commands/project-command.ts')).projectCommand],
  ['projects', async () => (await import('./commands/projects-command.ts')).projectsCommand],
  ['restore', async () => (await import('./commands/restore-command.ts')).restoreCommand],
  ['staff', async () => (await import('./commands/staff-command.ts')).staffCommand],
  ['types', async () => (await import('./commands/types-command.ts')).typesCommand],
  ['usage', async () => (await import('./commands/usage-command.ts')).usageCommand],
  [
    'verify-audit',
    async () => (await import('./commands/verify-audit-command.ts')).verifyAuditCommand,
  ],
])

async function printUsage(): Promise<void> {
  for (const load of commands.values()) {
    const { usage, summary } = await load()
    process.stderr.write(`plinth-server ${usage}\n    ${summary}\n`)
  }
}

const [name = '', ...args] = process.argv.slice(2)
const load = commands.get(name)
if (name === '--version') {
  process.stdout.write(`${VERSION}\n`)
} else if (!load) {
  await printUsage()
  process.exitCode = 2
} else {
  try {
    process.exitCode = await (await load()).run(args)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 2
  }
}
