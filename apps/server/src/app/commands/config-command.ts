import { readEnv, SettingsError } from '../../foundation/settings/env.ts'
import { EnvironmentVariables } from '../../foundation/settings/environment-variables.ts'
import { settingOfFile } from '../../foundation/settings/setting-files.ts'
import type { Command } from '../context/command.ts'

/** Their values are secrets, or addresses that may hold one. */
const SECRET = /KEY|PASSWORD|SECRET|URL|DATABASES|HEADERS|OTLP\w*ENDPOINT/

function describe(name: string, value: string): string {
  if (settingOfFile(name)) return `${name} = ${value}`
  return `${name} = ${SECRET.test(name) ? '(set)' : value}`
}

/** The settings that are given, one a line, without secrets. */
function listGiven(source: NodeJS.ProcessEnv): string[] {
  const known = new Set(Object.keys(EnvironmentVariables.shape))
  return Object.entries(source)
    .filter(([name, value]) => value && (known.has(name) || settingOfFile(name)))
    .map(([name, value = '']) => describe(name, value))
    .sort()
}

export const configCommand: Command = {
  usage: 'config check',
  summary: 'Checks the settings of this environment without starting anything',
  run: async (args) => {
    if (args.length !== 1 || args[0] !== 'check')
      throw new Error(`plinth-server ${configCommand.usage}`)
    const say = (line: string) => process.stdout.write(`${line}\n`)
    for (const line of listGiven(process.env)) say(line)
    try {
      const { unknownSettings, roles } = readEnv([])
      for (const { name, nearest } of unknownSettings) {
        say(
          `Warning: ${name} is unknown${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
        )
      }
      say(`The settings can be used. Roles: ${[...roles].join(', ')}.`)
      return 0
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      process.stderr.write(`${error.message}\n`)
      return 1
    }
  },
}
