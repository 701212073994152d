import { randomBytes } from 'node:crypto'
import type { Configuration } from '../../packages/contract/src/index.ts'
import { call } from '../stack/call.ts'
import type { Engine } from './notes-project.ts'

/** A project with one table of every column type except relations. */
export async function buildShop(options: {
  address: string
  token: string
  engine: Engine
  shop: Configuration
}): Promise<string> {
  const { address, token, engine, shop } = options
  const must = async (path: string, body: unknown) => {
    const answer = await call({ address, token }, { method: 'POST', path, body })
    if (answer.status === undefined || answer.status > 202)
      throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const name = randomBytes(6).toString('hex')
  const projectId = String((await must('/api/project', { cloned: false, name })).projectId)
  const tables = shop.tables
    .filter((table) => table.name === 'item')
    .map((table) => ({
      ...table,
      columns: table.columns.filter((column) => column.type !== 'relation'),
    }))
  const newConfiguration = { ...shop, database: engine, tables }
  await must(`/api/project/${projectId}/configuration`, { newConfiguration })
  await must(`/api/database/${projectId}/sync`, {})
  return projectId
}
