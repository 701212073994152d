import { type Database, openDatabase } from '../../foundation/platform/database.ts'
import { migratePlatform } from '../../foundation/platform/migrate-platform.ts'
import { newId } from '../../foundation/platform/new-id.ts'
import { dropDatabase } from '../../foundation/platform/testing/drop-database.ts'
import { withPlatform } from './people.ts'
import { testServer } from './test-server.ts'

/** A platform database without a running server, with one environment. */
export interface OwnPlatform {
  db: Database
  url: string
  projectId: string
  environmentId: string
  close(): Promise<void>
}

/** Creates the database; `before` may fill it before the migrations run. */
export async function ownPlatform(
  before: (url: string) => Promise<void> = async () => undefined,
): Promise<OwnPlatform> {
  const name = `own_${Date.now()}_${process.pid}`
  await withPlatform((on) => on.query(`create database ${name}`))
  const url = new URL(testServer().databaseUrl)
  url.pathname = `/${name}`
  await before(url.href)
  await migratePlatform(url.href)
  const db = openDatabase({ url: url.href, maxConnections: 12, onError: () => undefined })
  const [projectId, environmentId] = [newId('prj'), newId('env')]
  await db.pool.query(
    `insert into organisation (id, name) values ('org', 'Own') on conflict do nothing`,
  )
  await db.pool.query(
    `insert into project (id, organisation_id, name, region) values ($1, 'org', 'Own', 'here')`,
    [projectId],
  )
  await db.pool.query(`insert into environment (id, project_id, name) values ($1, $2, 'dev')`, [
    environmentId,
    projectId,
  ])
  const close = async () => {
    await db.close()
    await withPlatform((on) => dropDatabase(on, name))
  }
  return { db, url: url.href, projectId, environmentId, close }
}
