import type { Socket } from 'node:net'
import pg from 'pg'

/** The parts of a query of the driver that are not in its types. */
interface RowMessage {
  readonly length: number
}
interface RowHandler {
  handleRowDescription(message: { readonly fields: readonly { readonly name: string }[] }): void
  handleDataRow(message: RowMessage): void
}

/** Stops reading the rows of a query at a number of rows or bytes, while they arrive. */
export class RowLimit {
  readonly #most: number
  readonly #maxBytes: number
  #bytes = 0
  /** The names of the columns, once the database has described them. */
  columns: readonly string[] = []
  /** The rows within the limits, each as a list of its cells. */
  readonly cells: (readonly unknown[])[] = []
  isExceeded = false

  constructor({ most, maxBytes }: { readonly most: number; readonly maxBytes: number }) {
    this.#most = most
    this.#maxBytes = maxBytes
  }

  /** Resolves when the rows within the limits have arrived; beyond them the connection is closed, which ends the statement. */
  send(client: pg.Client, config: pg.QueryConfig): Promise<void> {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    return new Promise((resolve, reject) => {
      const query = new pg.Query({
        ...config,
        queryMode: 'extended',
        rowMode: 'array',
      } as pg.QueryConfig)
      const exceed = () => {
        if (this.isExceeded) return
        this.isExceeded = true
        end()
        resolve()
        stream.destroy()
      }
      // A row is parsed only when all of it has arrived, so bytes are counted on the socket too.
      const since = stream.bytesRead
      const count = () => {
        if (stream.bytesRead - since > this.#maxBytes * 2) exceed()
      }
      const end = () => stream.off('data', count)
      stream.on('data', count)
      this.#countRows(query, exceed)
      query.on('row', (row: readonly unknown[]) => this.cells.push(row))
      query.on('end', () => {
        end()
        resolve()
      })
      query.on('error', (error: Error) => {
        end()
        // Has no effect once the limit has been exceeded.
        reject(error)
      })
      client.query(query)
    })
  }

  #countRows(query: pg.Query, exceed: () => void): void {
    const handler = query as unknown as RowHandler
    const describe = handler.handleRowDescription.bind(handler)
    const add = handler.handleDataRow.bind(handler)
    let names = 0
    handler.handleRowDescription = (message) => {
      // Each name is repeated in every row of the answer, in quotes, with a colon and a comma.
      this.columns = message.fields.map(({ name }) => name)
      for (const { name } of message.fields) names += Buffer.byteLength(name) + 4
      describe(message)
    }
    handler.handleDataRow = (message) => {
      if (this.isExceeded) return
      this.#bytes += message.length + names
      if (this.cells.length >= this.#most) this.isExceeded = true
      else if (this.#bytes > this.#maxBytes) exceed()
      else add(message)
    }
  }
}
