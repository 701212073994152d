#!/usr/bin/env node
import { type Command, UsageError } from './command.ts'
import { openapi, projects, types } from './commands/describe.ts'
import { importRows } from './commands/import-rows.ts'
import { login, logout } from './commands/login.ts'
import { exportRows, queryRows } from './commands/rows.ts'
import { cancelRun, listRuns, retryRun, showRun } from './commands/runs.ts'
import { testWorkflows } from './commands/test-workflows.ts'
import { note } from './print.ts'

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['login', login],
  ['logout', logout],
  ['projects', projects],
  ['types', types],
  ['openapi', openapi],
  ['rows query', queryRows],
  ['rows import', importRows],
  ['rows export', exportRows],
  ['runs list', listRuns],
  ['runs show', showRun],
  ['runs retry', retryRun],
  ['runs cancel', cancelRun],
  ['test', testWorkflows],
])

/** Commands that need a shell on the server. */
const OF_SERVER: ReadonlySet<string> = new Set([
  ...['export', 'backup', 'budget', 'move-files', 'project', 'restore', 'keys', 'staff'],
  ...['usage', 'verify-audit'],
])

function overview(group: string | undefined): string {
  const listed = [...COMMANDS].filter(([name]) => !group || name.startsWith(`${group} `))
  const lines = listed.map(([, { usage, summary }]) => `  plinth ${usage}\n      ${summary}`)
  return `${lines.join('\n')}\n\nplinth COMMAND --help lists the options of a command.\n`
}

function helpOf({ usage, summary, options }: Command): string {
  const width = Math.max(0, ...options.map(([name]) => name.length))
  const lines = options.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`)
  return `plinth ${usage}\n\n${summary}\n${lines.length > 0 ? `\n${lines.join('\n')}\n` : ''}`
}

const isHelp = (word: string | undefined) => word === '--help' || word === '-h'

async function run(words: string[]): Promise<void> {
  const [first = '', second = ''] = words
  const isGroup = [...COMMANDS.keys()].some((name) => name.startsWith(`${first} `))
  const command = COMMANDS.get(first) ?? COMMANDS.get(`${first} ${second}`)
  if (!command) {
    if (words.length === 0 || isHelp(first) || (isGroup && (second === '' || isHelp(second)))) {
      process.stdout.write(overview(isGroup ? first : undefined))
      return
    }
    if (OF_SERVER.has(first)) {
      throw new UsageError(`This is a command of the server: plinth-server ${words.join(' ')}`)
    }
    throw new UsageError(`"${words.slice(0, 2).join(' ')}" is no command: plinth --help lists them`)
  }
  const args = words.slice(COMMANDS.has(first) ? 1 : 2)
  if (args.some(isHelp)) process.stdout.write(helpOf(command))
  else await command.run(args)
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  note(error instanceof Error ? error.message : String(error))
  process.exitCode = error instanceof UsageError ? 2 : 1
}
