import { findClosest } from '@plinth/expression'
import { EnvironmentVariables } from './environment-variables.ts'
import { settingOfFile } from './setting-files.ts'

/** Read by the test suites and by the command-line client, not by the server. */
const OTHERS = /^PLINTH_(TEST_\w+|URL|KEY)$/

export interface UnknownSetting {
  name: string
  /** The known setting with the most similar name. */
  nearest: string | undefined
}

/** Names that begin like ours and that nothing reads: most are typing errors. */
export function findUnknownSettings(source: NodeJS.ProcessEnv): UnknownSetting[] {
  const known = Object.keys(EnvironmentVariables.shape)
  return Object.keys(source)
    .filter((name) => name.startsWith('PLINTH_') && !OTHERS.test(name))
    .filter((name) => !known.includes(name) && settingOfFile(name) === undefined)
    .map((name) => ({ name, nearest: findClosest(name, known) }))
}
