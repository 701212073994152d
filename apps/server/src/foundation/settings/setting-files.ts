import { readFileSync } from 'node:fs'
import { EnvironmentVariables } from './environment-variables.ts'

const SUFFIX = '_FILE'
const known = new Set(Object.keys(EnvironmentVariables.shape))

/** The setting that a name such as `PLINTH_SECRET_KEY_FILE` gives a file for. */
export function settingOfFile(name: string): string | undefined {
  const setting = name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : ''
  return known.has(setting) ? setting : undefined
}

/** The settings with those read that are given as files, and why some could not be. */
export function readSettingFiles(source: NodeJS.ProcessEnv): {
  settings: NodeJS.ProcessEnv
  problems: string[]
} {
  const settings = { ...source }
  const problems: string[] = []
  for (const [name, path] of Object.entries(source)) {
    const setting = settingOfFile(name)
    if (setting === undefined || !path) continue
    if (source[setting]) {
      problems.push(`${name}: ${setting} is set as well; remove one of them`)
      continue
    }
    try {
      settings[setting] = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      problems.push(`${name}: "${path}" cannot be read${code === undefined ? '' : ` (${code})`}`)
    }
  }
  return { settings, problems }
}
