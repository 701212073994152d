import type { Configuration } from '@plinth/contract'
import {
  changeColumnType,
  newColumn,
  newTable,
  removeColumn,
  removeTable,
  saveColumn,
  saveTable,
  tableIsDraft,
} from '@plinth/schema'
import {
  accepted,
  configurationOf,
  countIds,
  relationOf,
  tableIn,
  textOf,
} from '../../packages/schema/src/testing/examples.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { quantile, round } from '../measure/statistics.ts'

const TABLES = 1000
const FIELDS = 20
const FRAME_MS = 16
const ROUNDS = 41

const newId = countIds()

function build(): Configuration {
  const tables = Array.from({ length: TABLES }, (_, order) => {
    const name = `table_${order}`
    const columns = Array.from({ length: FIELDS }, (_, at) => textOf(`${name}_${at}`))
    return { ...newTable({ id: name, name, order, newId }), columns }
  })
  let configuration = configurationOf(...tables)
  for (let at = 0; at < TABLES; at += 2) {
    const column = relationOf(`r_${at}`, { tableId: `table_${(at * 7 + 1) % TABLES}` })
    configuration = accepted(saveColumn({ configuration, tableId: `table_${at}`, column, newId }))
  }
  return configuration
}

type Edit = readonly [name: string, run: (round: number) => void]

function editsOf(configuration: Configuration): readonly Edit[] {
  const table = (round: number) => tableIn(configuration, `table_${round * 2}`)
  return [
    [
      'saveTable',
      (round) => {
        accepted(
          saveTable({ configuration, table: { ...table(round), name: `renamed_${round}` }, newId }),
        )
      },
    ],
    [
      'saveColumn with a new field',
      (round) => {
        const column = newColumn({ id: `fresh_${round}` })
        accepted(saveColumn({ configuration, tableId: table(round).id, column, newId }))
      },
    ],
    [
      'saveColumn with a new relation',
      (round) => {
        const options = { tableId: `table_${round + 500}` }
        const column = relationOf(`fresh_${round}`, options)
        accepted(saveColumn({ configuration, tableId: table(round).id, column, newId }))
      },
    ],
    [
      'saveColumn with another type',
      (round) => {
        const column = changeColumnType(textOf(`table_${round * 2}_3`), 'number')
        accepted(saveColumn({ configuration, tableId: table(round).id, column, newId }))
      },
    ],
    [
      'removeColumn of a relation',
      (round) => {
        accepted(
          removeColumn({ configuration, tableId: table(round).id, columnId: `r_${round * 2}` }),
        )
      },
    ],
    [
      'removeTable',
      (round) => {
        accepted(removeTable({ configuration, tableId: table(round).id }))
      },
    ],
    [
      'the draft badge of every table after an edit',
      (round) => {
        const next = accepted(
          saveTable({ configuration, table: { ...table(round), name: 'x' }, newId }),
        )
        const drafts = next.tables.filter((draft) => tableIsDraft(draft, configuration))
        if (drafts.length !== 1) throw new Error(`${drafts.length} drafts`)
      },
    ],
  ]
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Processor time of an edit as a share of a frame; the lower quartile leaves out garbage collections. */
function shareOfFrame(run: (round: number) => void): number {
  const times = Array.from({ length: ROUNDS }, (_, at) => {
    const start = processorMs()
    run(at)
    return processorMs() - start
  })
  return round(quantile(times, 0.25) / FRAME_MS, 3)
}

async function measure(): Promise<Measured> {
  const shares = editsOf(build()).map(([name, run]) => ({ name, share: shareOfFrame(run) }))
  const slow = shares.filter(({ share }) => share >= 1)
  return {
    figures: `${TABLES} tables of ${FIELDS} fields: an edit takes at most ${Math.max(
      ...shares.map(({ share }) => share),
    )} of a frame`,
    violations: slow.map(({ name, share }) => `${name} takes ${share} of a frame`),
    result: { tables: TABLES, fields: FIELDS, frameMs: FRAME_MS, shares },
  }
}

/** Edits of a large schema, each compared with the duration of a frame. */
export const schemaEdits: Measurement = { name: 'schema-edits', run: measure }
