import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

/** A mistake in how the program was called; printed without a stack, exit code 2. */
export class UsageError extends Error {}

export interface Command {
  /** How it is called, after `plinth`. */
  readonly usage: string
  readonly summary: string
  /** Lines for `--help`: option and meaning. */
  readonly options: readonly (readonly [name: string, meaning: string])[]
  run(args: string[]): Promise<void>
}

export const COMMON_OPTIONS = {
  url: { type: 'string' },
  project: { type: 'string' },
  environment: { type: 'string' },
  json: { type: 'boolean' },
} as const

/** Lines for `--help` of the options that all commands on a project take. */
export const PROJECT_HELP = [
  ['--project ID', 'the project; not needed if the key is for a single one (or PLINTH_PROJECT)'],
  ['--environment NAME', 'dev (default) or production'],
] as const
export const COMMON_HELP = [
  ['--url URL', 'the server, instead of the one of the last login (or PLINTH_URL)'],
  ['--json', 'print JSON for programs'],
] as const

/** Parses options and positional arguments; throws a {@link UsageError} for unknown ones. */
export function readArgs<const Options extends ParseArgsOptionsConfig>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new UsageError(message.split('. ')[0] ?? message)
  }
}

export function readEnvironment(text: string | undefined): 'dev' | 'production' | undefined {
  if (text === undefined || text === 'dev' || text === 'production') return text
  throw new UsageError(`"${text}" is no environment: dev or production`)
}
