import { openFilesLimit } from './open-files-limit.ts'

/** A stream takes a socket; its process opens other files as well. */
export const FILES_PER_STREAM = 2.5
/** Streams of a process whose operator has set no number; the memory of more should be a decision. */
const DEFAULT_STREAMS = 5_000

export interface LiveSettings {
  /** Open streams that the process accepts. */
  readonly connections: number
  /** Open streams of one environment in the process. */
  readonly perEnvironment: number
  /** Open streams of the environments of one project in the process. */
  readonly perProject: number
}

interface GivenSettings {
  readonly connections: number | undefined
  readonly perEnvironment: number | undefined
}

/**
 * The open streams that a process accepts: as set, or as many as its open files suit. A project has a quarter of them, or
 * as many as one of its environments if a setting allows it more.
 */
export function readLiveSettings(given: GivenSettings, files = openFilesLimit()): LiveSettings {
  const suited = Math.min(DEFAULT_STREAMS, Math.floor(files / FILES_PER_STREAM))
  const connections = given.connections ?? suited
  const quarter = Math.ceil(connections / 4)
  const perEnvironment = given.perEnvironment ?? quarter
  return { connections, perEnvironment, perProject: Math.max(quarter, perEnvironment) }
}
