import type { Column, Table } from '@plinth/contract'
import { afterAll, beforeAll, expect } from 'vitest'
import { type OwnCluster, startCluster } from '../../app/testing/own-cluster.ts'
import type { Placement } from '../../databases/engine/database-engine.ts'
import { field, table } from '../../databases/testing/configurations.ts'
import type { Row, RowRunner } from '../runners/row-runner.ts'
import { openReaderWorld, type ReaderWorld } from './reader-world.ts'

/** The id of the row that `startWithAnn` creates. */
export const ANN = '01920000-0000-7000-8000-000000000001'

/** A table with a hashed and a hidden column. */
export const people = (...more: Column[]): Table =>
  table('people', [
    field('name'),
    field('age', 'number'),
    field('pin', 'text', { isHashed: true }),
    field('note', 'text', { isHidden: true }),
    ...more,
  ])

export const computed = (name: string, query: string): Table =>
  table(name, [], { type: 'Computed', query })

export const adults = computed('adults', 'select "id", "name" from "people" where "age" > 17')

export const inside = ({ schema }: Placement, name: string) => `"${schema}"."${name}"`

/** A PostgreSQL of one version for a test suite, where the server's role is not a superuser. */
export function useReaders(version: 15 | 18) {
  const held: { cluster?: OwnCluster; world?: ReaderWorld } = {}
  beforeAll(async () => {
    held.cluster = await startCluster(version)
    held.world = await openReaderWorld(held.cluster.url)
  })
  afterAll(async () => {
    await held.world?.close()
    await held.cluster?.remove()
  })
  const cluster = () => held.cluster as OwnCluster
  const world = () => held.world as ReaderWorld

  const asProduct = (placement: Placement, text: string): Promise<Row[]> =>
    world().query(cluster().url, placement, text)
  const asSuperuser = (placement: Placement, text: string): Promise<Row[]> =>
    world().query(cluster().superuserUrl, placement, text)

  async function start(...tables: Table[]): Promise<Placement> {
    const placement = await world().newPlacement()
    expect(await world().sync(placement, ...tables)).toMatchObject({ kind: 'applied' })
    return placement
  }
  async function startWithAnn(...tables: Table[]): Promise<Placement> {
    const placement = await start(people(), ...tables)
    await asProduct(
      placement,
      `insert into people (id, name, age, pin, note) values ('${ANN}', 'Ann', 70, 'hash', 'hush')`,
    )
    return placement
  }
  async function read(placement: Placement, text: string, runner: RowRunner = world().runner) {
    const connection = await world().placeOf(placement)
    return runner.read(connection, { text, values: [], readsComputed: true })
  }
  const readView = (placement: Placement, name: string, runner?: RowRunner) =>
    read(placement, `select * from ${inside(placement, name)}`, runner)
  return { cluster, world, asProduct, asSuperuser, start, startWithAnn, read, readView }
}
