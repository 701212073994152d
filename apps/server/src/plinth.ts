#!/usr/bin/env node
import { verifyAuditCommand } from './audit/verify-audit-command.ts'
import { backupCommand } from './backup/command/backup-command.ts'
import { restoreCommand } from './backup/command/restore-command.ts'
import type { Command } from './command.ts'
import { exportCommand } from './export/export-command.ts'
import { moveFilesCommand } from './file/move/move-files-command.ts'
import { typesCommand } from './project/types-command.ts'
import { rotateKeyCommand } from './secrets/rotate-key-command.ts'
import { staffCommand } from './staff/staff-command.ts'

const commands: ReadonlyMap<string, Command> = new Map([
  ['export', exportCommand],
  ['backup', backupCommand],
  ['move-files', moveFilesCommand],
  ['restore', restoreCommand],
  ['rotate-key', rotateKeyCommand],
  ['staff', staffCommand],
  ['types', typesCommand],
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
