interface FunctionGroup {
  readonly reason: string
  readonly names: string
}

/**
 * Functions that a query may call, in the order of the chapters of PostgreSQL's manual. A function that is
 * not listed is refused: files, roles, settings, sequences, locks, large objects, XML and everything that
 * runs SQL from a text have no entry.
 */
const GROUPS: readonly FunctionGroup[] = [
  {
    reason: 'Arithmetic: computes from its arguments alone.',
    names: `abs acos acosd acosh asin asind asinh atan atan2 atan2d atand atanh cbrt ceil ceiling cos cosd cosh
      cot cotd degrees div erf erfc exp factorial floor gamma gcd lcm lgamma ln log log10 min_scale mod pi power
      radians round scale sign sin sind sinh sqrt tan tand tanh trim_scale trunc width_bucket`,
  },
  {
    reason: 'Random values: they read no row and share no state between sessions.',
    names:
      'random random_normal gen_random_uuid uuidv4 uuidv7 uuid_extract_timestamp uuid_extract_version',
  },
  {
    reason:
      'Texts: compute from their arguments; what they allocate is bounded by the statement timeout.',
    names: `ascii bit_length btrim casefold char_length character_length chr concat concat_ws format initcap left
      length like_escape lower lpad ltrim md5 normalize is_normalized octet_length overlay position quote_ident quote_literal
      quote_nullable regexp_count regexp_instr regexp_like regexp_match regexp_matches regexp_replace
      regexp_split_to_array regexp_split_to_table regexp_substr repeat replace reverse right rpad rtrim
      similar_to_escape split_part starts_with string_to_array string_to_table strpos substr substring to_ascii
      to_bin to_hex to_oct translate unicode_assigned unistr upper`,
  },
  {
    reason: 'Bytes and hashes: compute from their arguments.',
    names: `bit_count convert convert_from convert_to crc32 crc32c decode encode get_bit get_byte set_bit set_byte
      sha224 sha256 sha384 sha512`,
  },
  {
    reason: 'Formatting and conversions by a pattern.',
    names: 'to_char to_date to_number to_timestamp',
  },
  {
    reason: 'Dates and the clock; the clock is not secret. Functions that wait are not listed.',
    names: `age clock_timestamp date_add date_bin date_part date_subtract date_trunc extract isfinite justify_days
      justify_hours justify_interval make_date make_interval make_time make_timestamp make_timestamptz now overlaps
      statement_timestamp timeofday timezone transaction_timestamp`,
  },
  {
    reason: 'Casts in the form of a call, to types that may be cast to.',
    names:
      'bool date float4 float8 int2 int4 int8 interval numeric text time timestamp timestamptz timetz varchar',
  },
  {
    reason: 'Geometry: computes from its arguments.',
    names: `area box bound_box center circle diagonal diameter height isclosed isopen isparallel isperp
      ishorizontal isvertical line lseg npoints path pclose point polygon popen radius slope width`,
  },
  {
    reason: "Network addresses as values; the server's and client's own addresses are not listed.",
    names: `abbrev broadcast family host hostmask inet_merge inet_same_family macaddr8_set7bit masklen netmask
      network set_masklen`,
  },
  {
    reason:
      'Text search over given texts. ts_stat and ts_rewrite are missing because they run SQL.',
    names: `array_to_tsvector json_to_tsvector jsonb_to_tsvector numnode phraseto_tsquery
      plainto_tsquery querytree setweight strip to_tsquery to_tsvector ts_delete ts_filter ts_headline ts_rank
      ts_rank_cd tsquery_phrase tsvector_to_array websearch_to_tsquery`,
  },
  {
    reason:
      'JSON: builds, reads and expands given documents. Functions that fill a named row type are not listed.',
    names: `array_to_json json_array_elements json_array_elements_text json_array_length json_build_array
      json_build_object json_each json_each_text json_extract_path json_extract_path_text json_object
      json_object_keys json_strip_nulls json_to_record json_to_recordset json_typeof jsonb_array_elements
      jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_concat jsonb_each
      jsonb_each_text jsonb_extract_path jsonb_extract_path_text jsonb_insert jsonb_object jsonb_object_keys
      jsonb_path_exists jsonb_path_exists_tz jsonb_path_match jsonb_path_match_tz jsonb_path_query
      jsonb_path_query_array jsonb_path_query_array_tz jsonb_path_query_first jsonb_path_query_first_tz
      jsonb_path_query_tz jsonb_pretty jsonb_set jsonb_set_lax jsonb_strip_nulls jsonb_to_record
      jsonb_to_recordset jsonb_typeof row_to_json to_json to_jsonb`,
  },
  {
    reason: 'Arrays and ranges: compute from their arguments.',
    names: `array_append array_cat array_dims array_fill array_length array_lower array_ndims array_position
      array_positions array_prepend array_remove array_replace array_reverse array_sample array_shuffle array_sort
      array_to_string array_upper cardinality trim_array unnest isempty lower_inc lower_inf multirange range_merge
      upper_inc upper_inf datemultirange daterange int4multirange int4range int8multirange int8range
      nummultirange numrange tsmultirange tsrange tstzmultirange tstzrange`,
  },
  {
    reason: 'Rows from nothing: series and subscripts; the statement timeout bounds them.',
    names: 'generate_series generate_subscripts',
  },
  {
    reason: 'Aggregates over rows that the query may read.',
    names: `any_value array_agg avg bit_and bit_or bit_xor bool_and bool_or corr count covar_pop covar_samp every
      json_agg json_agg_strict json_object_agg json_object_agg_strict json_object_agg_unique
      json_object_agg_unique_strict jsonb_agg jsonb_agg_strict jsonb_object_agg jsonb_object_agg_strict
      jsonb_object_agg_unique jsonb_object_agg_unique_strict max min mode percentile_cont percentile_disc
      range_agg range_intersect_agg regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx
      regr_sxy regr_syy stddev stddev_pop stddev_samp string_agg sum var_pop var_samp variance`,
  },
  {
    reason: 'Window functions over rows that the query may read.',
    names: `cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number`,
  },
  {
    reason: 'Comparisons that count null arguments.',
    names: 'num_nonnulls num_nulls',
  },
]

export const POSTGRES_FUNCTIONS: ReadonlySet<string> = new Set(
  GROUPS.flatMap(({ names }) => names.trim().split(/\s+/)),
)
