/**
 * Functions that a query may call, in the order of SQLite's manual. The authorizer names operators such as LIKE and
 * ->> as functions too. A function that is not listed is refused: those that load extensions, read or write files,
 * tokenize with pointers, report the version or describe the connection have no entry.
 */
const GROUPS: readonly { readonly reason: string; readonly names: string }[] = [
  {
    reason: 'Core scalar functions and operators: compute from their arguments.',
    names: `-> ->> abs char coalesce concat concat_ws format glob hex if ifnull iif instr length like likelihood
      likely lower ltrim max min nullif octet_length printf quote random randomblob replace round rtrim sign
      substr substring trim typeof unhex unicode unistr unistr_quote unlikely upper zeroblob`,
  },
  {
    reason: 'Dates and the clock; the clock is not secret.',
    names: `current_date current_time current_timestamp date datetime julianday strftime time timediff unixepoch`,
  },
  {
    reason: 'Arithmetic: computes from its arguments.',
    names: `acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 log2 mod pi
      pow power radians sin sinh sqrt tan tanh trunc`,
  },
  {
    reason: 'JSON: builds, reads and changes given documents.',
    names: `json json_array json_array_insert json_array_length json_error_position json_extract json_group_array
      json_group_object json_insert json_object json_patch json_pretty json_quote json_remove json_replace json_set
      json_type json_valid jsonb jsonb_array jsonb_array_insert jsonb_extract jsonb_group_array jsonb_group_object
      jsonb_insert jsonb_object jsonb_patch jsonb_remove jsonb_replace jsonb_set`,
  },
  {
    reason: 'Aggregates over rows that the query may read.',
    names: `avg count group_concat median percentile percentile_cont percentile_disc string_agg sum total`,
  },
  {
    reason: 'Window functions over rows that the query may read.',
    names: `cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number`,
  },
]

export const SQLITE_FUNCTIONS: ReadonlySet<string> = new Set(
  GROUPS.flatMap(({ names }) => names.trim().split(/\s+/)),
)

/** Table-valued functions that expand a given document. The pragma functions are refused. */
export const ALLOWED_TABLE_FUNCTIONS: ReadonlySet<string> = new Set(['json_each', 'json_tree'])
