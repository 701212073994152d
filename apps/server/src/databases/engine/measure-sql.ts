import type { Check, Conversion, Form } from '@plinth/schema'
import { type LinkScope, selectFitting, selectLinks } from '../sql/links-sql.ts'
import { quoteName } from '../sql/quote-name.ts'

/** The parts of a check that the databases write differently. */
export interface MeasureDialect {
  writeConversion(conversion: Conversion, value: string): string
  writeLoses(conversion: Conversion, value: string): string
  writeIsEmpty(form: Form, value: string): string
  asText(value: string): string
}

const SAMPLES = 5

/** A query that counts the rows of a check, and one that selects samples as (id, value). */
export function writeMeasure(
  check: Check,
  { scope, dialect }: { scope: LinkScope; dialect: MeasureDialect },
): { count: string; samples: string } {
  const { asText } = dialect
  if (check.kind === 'lostLinks' || check.kind === 'unlinked')
    return measureLinks(check, { scope, dialect })
  const table = scope.table(check.table)
  if (check.kind === 'rows') {
    const count = `select count(*) as rows from ${table}`
    return { count, samples: `select '' as id, '' as value from ${table} limit 0` }
  }
  if (check.kind === 'duplicates') {
    const values = check.columns.map(({ name, conversion }) =>
      conversion ? `(${dialect.writeConversion(conversion, quoteName(name))})` : quoteName(name),
    )
    const known = values.map((value) => `${value} is not null`).join(' and ')
    const shown = values.map((value) => `coalesce(${asText(value)}, '')`).join(` || ', ' || `)
    const groups = `select ${asText(`min(${asText('"id"')})`)} as id, min(${shown}) as value from ${table}
      where ${known} group by ${values.join(', ')} having count(*) > 1`
    return {
      count: `select count(*) as rows from (${groups}) as groups`,
      samples: `${groups} limit ${SAMPLES}`,
    }
  }
  const value = quoteName(check.column)
  const condition = conditionOf(check, { dialect, value })
  return {
    count: `select count(*) as rows from ${table} where ${condition}`,
    samples: `select ${asText('"id"')} as id, ${asText(value)} as value from ${table} where ${condition} order by "id" limit ${SAMPLES}`,
  }
}

function conditionOf(
  check: Extract<Check, { kind: 'values' | 'empty' | 'losing' }>,
  { dialect, value }: { dialect: MeasureDialect; value: string },
): string {
  if (check.kind === 'values') return `${value} is not null`
  if (check.kind === 'losing') return dialect.writeLoses(check.conversion, value)
  const { form: from, to } = check
  return dialect.writeIsEmpty(to, `(${dialect.writeConversion({ from, to }, value)})`)
}

function measureLinks(
  check: Extract<Check, { kind: 'lostLinks' | 'unlinked' }>,
  { scope, dialect }: { scope: LinkScope; dialect: MeasureDialect },
): { count: string; samples: string } {
  const { asText } = dialect
  const links = selectLinks(check.from, scope)
  const fitting = selectFitting(links, check.to)
  if (check.kind === 'lostLinks' || check.to.kind === 'join') {
    const lost = `from (${links}) as links where not exists (select 1 from (${fitting}) as fitting
      where fitting."first" = links."first" and fitting."second" = links."second")`
    return {
      count: `select count(*) as rows ${lost}`,
      samples: `select ${asText('links."first"')} as id, ${asText('links."second"')} as value ${lost} limit ${SAMPLES}`,
    }
  }
  const { holder } = check.to
  const without = `from ${scope.table(holder === 'first' ? check.first : check.second)} as holder
    where not exists (select 1 from (${fitting}) as fitting where fitting."${holder}" = holder."id")`
  return {
    count: `select count(*) as rows ${without}`,
    samples: `select ${asText('holder."id"')} as id, '' as value ${without} limit ${SAMPLES}`,
  }
}

const MAX_SAMPLE_LENGTH = 200

/** Truncates a sample for display. */
export function toSample(row: { id: unknown; value: unknown }): { id: string; value: string } {
  const value = row.value === null || row.value === undefined ? '' : String(row.value)
  return {
    id: String(row.id),
    value: value.length > MAX_SAMPLE_LENGTH ? `${value.slice(0, MAX_SAMPLE_LENGTH)}…` : value,
  }
}
