import type { Queryable } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/** Where the workers of one version of the handlers are reached. */
export interface WorkerVersion extends Record<string, unknown> {
  version: string
  url: string
  isDrained: boolean
}

/** All versions; the first one that is not drained gets new work. */
export function listWorkerVersions(on: Queryable): Promise<WorkerVersion[]> {
  return on.query<WorkerVersion>(sql`
    select version, url, drained_at is not null as "isDrained" from worker_version
    order by claimed_at desc, version`)
}

/** Records the address of a version that has none, and returns the one on record. */
export async function claimVersion(
  on: Queryable,
  { version, url }: { version: string; url: string },
): Promise<WorkerVersion> {
  await on.query(sql`insert into worker_version (version, url) values (${version}, ${url})
    on conflict (version) do nothing`)
  const versions = await listWorkerVersions(on)
  return versions.find((one) => one.version === version) ?? { version, url, isDrained: false }
}

/** Changes the address of a version; `isCurrent` also makes it the one that gets new work. */
export async function moveVersion(
  on: Queryable,
  { version, url, isCurrent = false }: { version: string; url: string; isCurrent?: boolean },
): Promise<void> {
  await on.query(sql`
    insert into worker_version (version, url) values (${version}, ${url})
    on conflict (version) do update set url = excluded.url, drained_at = null,
      claimed_at = case when ${isCurrent}::boolean then now() else worker_version.claimed_at end`)
}

export async function markDrained(on: Queryable, version: string): Promise<void> {
  await on.query(sql`update worker_version set drained_at = now()
    where version = ${version} and drained_at is null`)
}

/** Takes or renews a lease; false while another process has it. */
export async function takeJobLease(
  on: Queryable,
  { name, holder, seconds }: { name: string; holder: string; seconds: number },
): Promise<boolean> {
  const rows = await on.query(sql`
    insert into job_lease (name, holder, expires_at)
    values (${name}, ${holder}, now() + make_interval(secs => ${seconds}))
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
      where job_lease.holder = excluded.holder or job_lease.expires_at < now()
    returning name`)
  return rows.length > 0
}

/** Releases a lease, so that another process does not wait for its end. */
export async function releaseJobLease(
  on: Queryable,
  { name, holder }: { name: string; holder: string },
): Promise<void> {
  await on.query(sql`delete from job_lease where name = ${name} and holder = ${holder}`)
}
