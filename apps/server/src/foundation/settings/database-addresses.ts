import type { Env } from './env.ts'

/** Where the platform's database and the clusters of data databases are reached. */
export interface DatabaseAddresses {
  /** The platform's database, past a pooler. */
  directUrl: string
  /** Resolves a cluster name of a placement to its URL. */
  urlOf(server: string): string
  /** The same, past a pooler. */
  directUrlOf(server: string): string
}

/** Unmapped clusters are those of `default`, or of the platform's database. */
export function addressesOf(
  { dataDatabases, postgres }: Pick<Env, 'dataDatabases' | 'postgres'>,
  platformUrl: string,
): DatabaseAddresses {
  const directUrl = postgres.directUrl ?? platformUrl
  const nameOf = (server: string) => (dataDatabases.has(server) ? server : 'default')
  const urlOf = (server: string) => dataDatabases.get(nameOf(server))
  const directUrlOf = (server: string) => {
    const url = urlOf(server)
    return url === undefined ? directUrl : (postgres.directDataDatabases.get(nameOf(server)) ?? url)
  }
  return { directUrl, urlOf: (server) => urlOf(server) ?? platformUrl, directUrlOf }
}
