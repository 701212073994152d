import { createHash } from 'node:crypto'
import { Configuration, type Database } from '@plinth/contract'
import { canonicalJson, storedJson } from '@plinth/schema'
import { readStored } from '../../foundation/platform/stored-json.ts'

/** A configuration as stored. The digest ignores list positions, so that equal configurations have equal digests. */
export interface ConfigurationText {
  version: string
  database: Database
  tableCount: number
  text: string
  digest: string
}

export function toConfigurationText(configuration: Configuration): ConfigurationText {
  return {
    version: configuration.version,
    database: configuration.database,
    tableCount: configuration.tables.length,
    text: storedJson(configuration),
    digest: createHash('sha256').update(canonicalJson(configuration)).digest('base64url'),
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
