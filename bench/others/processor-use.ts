import { findChildren } from '../../faults/stack/find-children.ts'
import { processorSeconds } from '../rows/shop-project.ts'

export interface Used {
  /** Processor time of the product except the database, in milliseconds. */
  servers: number
  database: number
}

type Snapshot = Map<number, { seconds: number; isDatabase: boolean }>

/** Processes of one side: the product with its children, and the shared database server. */
export interface Processes {
  product: number
  databaseOf: number
}

const isPostgres = (program: string) => program.startsWith('postgres')

function look({ product, databaseOf }: Processes): Snapshot {
  const servers = findChildren(product).filter(({ program }) => !isPostgres(program))
  const backends = findChildren(databaseOf).filter(({ program }) => isPostgres(program))
  const seen: Snapshot = new Map()
  const see = (pid: number, isDatabase: boolean) => {
    try {
      seen.set(pid, { seconds: processorSeconds(pid), isDatabase })
    } catch {
      // A connection's own process may have ended meanwhile.
    }
  }
  for (const pid of [product, ...servers.map((child) => child.pid)]) see(pid, false)
  for (const { pid } of backends) see(pid, true)
  return seen
}

/** Measures the processor time of a side from now until the returned function is called. */
export function watchProcessors(processes: Processes): () => Used {
  const before = look(processes)
  return () => {
    const used = { servers: 0, database: 0 }
    for (const [pid, { seconds, isDatabase }] of look(processes))
      used[isDatabase ? 'database' : 'servers'] +=
        (seconds - (before.get(pid)?.seconds ?? 0)) * 1000
    return used
  }
}
