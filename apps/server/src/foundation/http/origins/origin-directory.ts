import type { EnvironmentName } from '@plinth/contract'

/** Which pages may read the answers of one environment. */
export interface OriginPolicy {
  readonly environment: EnvironmentName
  /** The proved domains of the environment. */
  readonly hosts: readonly string[]
  /** Listed origins; those with a wildcard only if they are below a proved domain of the project. */
  readonly origins: readonly string[]
  readonly allowsLocal: boolean
}

/** Finds the allowed origins of environments; the projects layer implements it. */
export interface OriginDirectory {
  /** Undefined if there is no such environment. */
  policyOf(key: {
    projectId: string
    environment: EnvironmentName
  }): OriginPolicy | Promise<OriginPolicy | undefined>
  /** Whether any environment lists the origin, itself or by a wildcard. */
  isListed(origin: string): boolean | Promise<boolean>
}
