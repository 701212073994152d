import type { Endpoint, EnvironmentName, Role } from '@plinth/contract'
import { Refusal } from '../errors/refusal.ts'

/** A member of staff in a project, as far as reading production's data goes. */
export interface Reader {
  role: Role
  developersReadProduction: boolean
}

const DENIED =
  'Developers cannot read production data in this project. An owner can allow it under Settings, Members.'

/** The permission to read production data: rows, runs, requests and archives. */
export function canReadProduction({ role, developersReadProduction }: Reader): boolean {
  return role !== 'developer' || developersReadProduction
}

/** Throws 403 unless the caller may read data of this environment. */
export function allowEnvironmentRead(reader: Reader, environment: EnvironmentName): void {
  if (environment === 'production' && !canReadProduction(reader)) {
    throw new Refusal('forbidden', DENIED)
  }
}

/** Throws 403 unless the caller may read what an endpoint always serves of production, or streams of an environment. */
export function allowServed(
  reader: Reader,
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
