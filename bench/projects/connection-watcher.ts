import pg from 'pg'
import { embeddedDatabaseUrl } from '../../faults/stack/stack.ts'

/** Connections of the product that the server has, by what they are for. */
interface Connections {
  platform: number
  listen: number
  rows: number
  all: number
}

/** Counts the connections of a running product on its embedded PostgreSQL. */
export class ConnectionWatcher {
  readonly #client: pg.Client
  #most: Connections = { platform: 0, listen: 0, rows: 0, all: 0 }
  #timer: NodeJS.Timeout | undefined

  constructor(dataDir: string) {
    this.#client = new pg.Client({
      connectionString: embeddedDatabaseUrl(dataDir),
      application_name: 'bench',
    })
  }

  async open(): Promise<this> {
    await this.#client.connect()
    return this
  }

  async count(): Promise<Connections> {
    const { rows } = await this.#client.query(
      `select count(*) filter (where application_name = 'plinth')::int as platform,
         count(*) filter (where application_name = 'plinth-listen')::int as listen,
         count(*) filter (where application_name = 'plinth-rows')::int as rows, count(*)::int as all
       from pg_stat_activity where backend_type = 'client backend' and application_name <> 'bench'`,
    )
    return rows[0] as Connections
  }

  /** Counts until `most` is called. */
  start(): void {
    this.#most = { platform: 0, listen: 0, rows: 0, all: 0 }
    this.#timer = setInterval(() => {
      void this.count().then((now) => {
        for (const key of Object.keys(now) as (keyof Connections)[])
          this.#most[key] = Math.max(this.#most[key], now[key])
      })
    }, 200)
  }

  most(): Connections {
    clearInterval(this.#timer)
    return this.#most
  }

  close(): Promise<void> {
    return this.#client.end()
  }
}
