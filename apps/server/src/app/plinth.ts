#!/usr/bin/env node
import { backupCommand } from './commands/backup-command.ts'
import { budgetCommand } from './commands/budget-command.ts'
import { exportCommand } from './commands/export-command.ts'
import { moveFilesCommand } from './commands/move-files-command.ts'
import { projectCommand } from './commands/project-command.ts'
import { restoreCommand } from './commands/restore-command.ts'
import { rotateKeyCommand } from './commands/rotate-key-command.ts'
import { staffCommand } from './commands/staff-command.ts'
import { typesCommand } from './commands/types-command.ts'
import { usageCommand } from './commands/usage-command.ts'
import { verifyAuditCommand } from './commands/verify-audit-command.ts'
import type { Command } from './context/command.ts'

const commands: ReadonlyMap<string, Command> = new Map([
  ['export', exportCommand],
  ['backup', backupCommand],
  ['budget', budgetCommand],
  ['move-files', moveFilesCommand],
  ['project', projectCommand],
  ['restore', restoreCommand],
  ['rotate-key', rotateKeyCommand],
  ['staff', staffCommand],
  ['types', typesCommand],
  ['usage', usageCommand],
  ['verify-audit', verifyAuditCommand],
])

function printUsage(): void {
  for (const { usage, summary } of commands.values()) {
    process.stderr.write(`plinth ${usage}\n    ${summary}\n`)
  }
}

const [name = '', ...args] = process.argv.slice(2)
const command = commands.get(name)
if (!command) {
  printUsage()
  process.exitCode = 2
} else {
  try {
    process.exitCode = await command.run(args)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = 2
  }
}
