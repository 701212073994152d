import type { Endpoint, EnvironmentName, Role } from '@plinth/contract'
import { ApiError } from '../errors/api-error.ts'

/** The data that decides whether a member of a project may read production data. */
export interface ProductionReader {
  role: Role
  developersReadProduction: boolean
}

const DENIED =
  'Developers cannot read production data in this project. An owner can allow it under Settings, Members.'

/** The permission to read production data: rows, runs, requests and archives. */
export function canReadProduction({ role, developersReadProduction }: ProductionReader): boolean {
  return role !== 'developer' || developersReadProduction
}

/** Throws 403 unless the caller may read data of this environment. */
export function allowEnvironmentRead(reader: ProductionReader, environment: EnvironmentName): void {
  if (environment === 'production' && !canReadProduction(reader)) {
    throw new ApiError('forbidden', DENIED)
  }
}

/** Throws 403 unless the caller may read the production data or the environment that an endpoint serves. */
export function allowServed(
  reader: ProductionReader,
  {
    production,
    environment,
  }: Pick<Endpoint, 'production'> & {
    environment?: EnvironmentName | undefined
  },
): void {
  if (production === 'always') allowEnvironmentRead(reader, 'production')
  if (environment) allowEnvironmentRead(reader, environment)
}
