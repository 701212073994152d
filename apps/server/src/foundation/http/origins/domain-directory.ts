import type { EnvironmentName } from '@plinth/contract'

interface EnvironmentKey {
  readonly projectId: string
  readonly environment: EnvironmentName
}

type Found = EnvironmentKey | undefined

/** Maps domains and app users to environments; the rows layer implements it. */
export interface DomainDirectory {
  findByHost(host: string): Found | Promise<Found>
  findById(home: { projectId: string; environmentId: string }): Promise<Found>
}
