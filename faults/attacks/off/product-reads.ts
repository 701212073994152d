import pg from 'pg'

export {
  destroyReader,
  isDestroyed,
} from '../../../apps/server/src/rows/runners/postgres/open-reader.ts'

/** Replaces the reader's login: raw queries run as the product's own role. */
export async function openReader(opening: {
  placement: { schema: string }
  config: pg.ClientConfig
}): Promise<pg.Client> {
  const options = `-c search_path=${opening.placement.schema}`
  const client = new pg.Client({ ...opening.config, options })
  client.on('error', () => undefined)
  await client.connect()
  return client
}
