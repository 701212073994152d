interface TypeGroup {
  readonly reason: string
  readonly names: string
}

/**
 * Types that a query may name. A type that is not listed is refused: the reg types look names up in the
 * catalogue, oid and xid are the catalogue's keys, xml reads entities, and row types name other tables.
 */
const GROUPS: readonly TypeGroup[] = [
  { reason: 'Numbers and truth values.', names: 'bool float4 float8 int2 int4 int8 money numeric' },
  { reason: 'Texts and bytes.', names: 'bit bpchar bytea char name text varbit varchar' },
  { reason: 'Dates.', names: 'date interval time timestamp timestamptz timetz' },
  { reason: 'Identifiers of rows.', names: 'uuid' },
  { reason: 'Documents.', names: 'json jsonb jsonpath' },
  { reason: 'Text search.', names: 'tsquery tsvector' },
  { reason: 'Network addresses.', names: 'cidr inet macaddr macaddr8' },
  { reason: 'Geometry.', names: 'box circle line lseg path point polygon' },
  {
    reason: 'Ranges of the types above.',
    names: `datemultirange daterange int4multirange int4range int8multirange int8range nummultirange numrange
      tsmultirange tsrange tstzmultirange tstzrange`,
  },
]

export const ALLOWED_TYPES: ReadonlySet<string> = new Set(
  GROUPS.flatMap(({ names }) => names.trim().split(/\s+/)),
)
