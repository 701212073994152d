import { createHash } from 'node:crypto'
import { Configuration, type Database } from '@plinth/contract'
import { canonicalJson } from '@plinth/schema'
import { readStored } from '../../foundation/platform/stored-json.ts'

/** A configuration as stored: canonical text, so that equal configurations have equal digests. */
export interface ConfigurationText {
  version: string
  database: Database
  tableCount: number
  text: string
  digest: string
}

export function toConfigurationText(configuration: Configuration): ConfigurationText {
  const text = canonicalJson(configuration)
  return {
    version: configuration.version,
    database: configuration.database,
    tableCount: configuration.tables.length,
    text,
    digest: createHash('sha256').update(text).digest('base64url'),
  }
}

/** Parses a stored configuration. */
export function readConfiguration(text: string): Configuration {
  return readStored(Configuration, text, 'configuration')
}

/** The configuration of a new project. */
export function emptyConfiguration(database: Database): ConfigurationText {
  return toConfigurationText(Configuration.parse({ database }))
}
