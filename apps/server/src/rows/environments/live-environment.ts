import type { Configuration, EnvironmentName } from '@plinth/contract'
import { catalogueOf } from '@plinth/expression'
import { readRecord } from '../../databases/engine/catalogue-record.ts'
import type { Placement } from '../../databases/engine/database-engine.ts'
import { layoutOf } from '../../databases/engine/layout-of.ts'
import { describeRefused } from '../../databases/query-check/find-refused-queries.ts'
import { type DataModel, modelOf } from '../../databases/sql/data-model.ts'
import { postgresDialect } from '../../databases/sql/postgres-dialect.ts'
import { sqliteDialect } from '../../databases/sql/sqlite-dialect.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { Recorded, RowTarget } from '../runners/row-runner.ts'
import type { PlacedEnvironment } from './environment-store.ts'
import { castComputed, inferComputed, textKeysOf } from './infer-computed.ts'
import { RuleCache } from './rule-cache.ts'
import { StatementCache } from './statement-cache.ts'

/** An environment as its own database describes it, with everything needed to compile statements. */
export interface LiveEnvironment extends RowTarget {
  readonly id: string
  readonly projectId: string
  readonly name: EnvironmentName
  readonly placement: Placement
  readonly release: string
  readonly watched: string
  readonly isWatched: boolean
  readonly isLive: boolean
  /** Includes the columns inferred for Computed tables. */
  readonly configuration: Configuration
  /** The columns of Computed tables' views as JSON, to detect changes. */
  readonly views: string
  /** Computed tables whose queries fail the check. */
  readonly refused: Recorded['refused']
  readonly model: DataModel
  readonly rules: RuleCache
  readonly statements: StatementCache
  /** Constants that rules may read; secret ones are left out. */
  readonly constants: ReadonlyMap<string, string>
}

export interface LiveEnvironmentInput {
  readonly placed: PlacedEnvironment
  readonly recorded: Recorded
  readonly constants: readonly { readonly key: string; readonly value: string | null }[]
}

const DIALECTS = { postgres: postgresDialect, sqlite3: sqliteDialect }

/** Whether a reloaded environment equals the cached one, so that its compiled statements stay valid. */
export function isUnchanged(
  known: LiveEnvironment,
  { placed, recorded, constants }: LiveEnvironmentInput,
) {
  const { engine, server, database, schema } = placed.placement
  const place = known.placement
  const isThere =
    place.engine === engine &&
    place.server === server &&
    place.database === database &&
    place.schema === schema
  const spoken = constants.filter(({ value }) => value !== null)
  return (
    isThere &&
    known.release === recorded.release &&
    known.watched === recorded.watched &&
    known.views === JSON.stringify(recorded.views) &&
    JSON.stringify(known.refused) === JSON.stringify(recorded.refused) &&
    constants.length === (known.model.catalogue.constants?.size ?? 0) &&
    spoken.length === known.constants.size &&
    spoken.every(({ key, value }) => known.constants.get(key) === value)
  )
}

export function liveEnvironment({
  placed,
  recorded,
  constants,
}: LiveEnvironmentInput): LiveEnvironment {
  const { placement } = placed
  const { views, refused } = recorded
  const configuration = inferComputed(readRecord(recorded.rows, placement.engine), views)
  const named = constants.map(({ key, value }) => ({ key, isSecret: value === null }))
  const parts = { configuration, dialect: DIALECTS[placement.engine] }
  const { tables } = configuration
  const layout = castComputed(layoutOf(configuration, placement.schema), { tables, views })
  const unavailable = new Map(
    refused.map((each) => [each.table, () => new ApiError('unavailable', describeRefused(each))]),
  )
  const model = {
    ...modelOf({ ...parts, layout, textKeys: textKeysOf(views), unavailable }),
    catalogue: catalogueOf(configuration, named),
  }
  return {
    id: placed.id,
    projectId: placed.projectId,
    name: placed.name,
    placement,
    release: recorded.release,
    watched: recorded.watched,
    isWatched: !['', '{}'].includes(recorded.watched),
    isLive: tables.some(({ live }) => live === true),
    configuration,
    model,
    views: JSON.stringify(views),
    refused,
    rules: new RuleCache(model),
    statements: new StatementCache(),
    constants: new Map(
      constants.flatMap(({ key, value }) => (value === null ? [] : [[key, value]])),
    ),
  }
}
