import type { Conversion, Form } from '@plinth/schema'

const MAX_INTEGER = '9007199254740991'
const INTEGER = `'^[+-]?[0-9]{1,16}$'`
const DECIMAL = `'^-?(0|[1-9][0-9]{0,200})(\\.[0-9]{1,200})?([eE][+-]?[0-9]{1,2})?$'`
const MOMENT = `'^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,3})?)?Z?)?$'`

const asText = (json: string) => `(${json} #>> '{}')`

function textToInteger(text: string): string {
  const trimmed = `btrim(${text})`
  return `case when ${trimmed} ~ ${INTEGER} then case when abs(${trimmed}::numeric) <= ${MAX_INTEGER} then ${trimmed}::numeric::bigint end end`
}

function textToDecimal(text: string): string {
  return `case when btrim(${text}) ~ ${DECIMAL} then btrim(${text})::double precision end`
}

function textToBoolean(text: string): string {
  return `case lower(btrim(${text})) when 'true' then true when 'false' then false when '1' then true when '0' then false when 'yes' then true when 'no' then false end`
}

function textToMoment(text: string): string {
  const lastDay = `extract(day from make_date(substr(${text}, 1, 4)::int, substr(${text}, 6, 2)::int, 1) + interval '1 month - 1 day')`
  const isDay = `substr(${text}, 1, 4) <> '0000' and substr(${text}, 9, 2)::int <= ${lastDay}`
  return `case when ${text} ~ ${MOMENT} then case when ${isDay} then (rtrim(${text}, 'Z') || 'Z')::timestamptz(3) end end`
}

const momentToText = (moment: string) =>
  `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const isList = (json: string) => `jsonb_typeof(${json}) = 'array'`

type Writer = (value: string) => string

const same: Writer = (value) => value
const toJson: Writer = (value) => `to_jsonb(${value})`

/** Total functions: none of them raises an error, whatever the row contains. */
const WRITERS: Partial<Record<Form, Partial<Record<Form, Writer>>>> = {
  text: {
    integer: textToInteger,
    decimal: textToDecimal,
    boolean: textToBoolean,
    moment: textToMoment,
    json: toJson,
    choices: (value) => `case when ${value} <> '' then jsonb_build_array(${value}) end`,
  },
  integer: {
    text: (value) => `${value}::text`,
    decimal: (value) => `${value}::double precision`,
    boolean: (value) => `${value} <> 0`,
    json: toJson,
  },
  decimal: {
    text: (value) => `${value}::text`,
    integer: (value) =>
      `case when abs(${value}) <= ${MAX_INTEGER} then (sign(${value}) * floor(abs(${value}) + 0.5))::bigint end`,
    boolean: (value) => `${value} <> 0`,
    json: toJson,
  },
  boolean: {
    text: (value) => `case when ${value} then 'true' when not ${value} then 'false' end`,
    integer: (value) => `${value}::int::bigint`,
    decimal: (value) => `${value}::int::double precision`,
    json: toJson,
  },
  moment: { text: momentToText, json: (value) => toJson(momentToText(value)) },
  json: {
    text: asText,
    integer: (value) => textToInteger(asText(value)),
    decimal: (value) => textToDecimal(asText(value)),
    boolean: (value) => textToBoolean(asText(value)),
    moment: (value) => textToMoment(asText(value)),
    choices: (value) =>
      `case when ${isList(value)} then case when not (${value} @? 'strict $[*] ? (@.type() != "string")') then ${value} end end`,
  },
  choices: { text: (value) => `(${value} ->> 0)`, json: same },
  file: {
    files: (value) => `case when ${value} is not null then jsonb_build_array(${value}) end`,
    json: same,
    text: (value) => `${value}::text`,
  },
  files: { file: (value) => `(${value} -> 0)`, json: same, text: (value) => `${value}::text` },
}

const LOSES: Partial<Record<string, Writer>> = {
  'decimal>integer': (value) => `${value} <> floor(${value}) or abs(${value}) > ${MAX_INTEGER}`,
  'integer>boolean': (value) => `${value} not in (0, 1)`,
  'decimal>boolean': (value) => `${value} not in (0, 1)`,
  'choices>text': (value) => `case when ${isList(value)} then jsonb_array_length(${value}) > 1 end`,
  'files>file': (value) => `case when ${isList(value)} then jsonb_array_length(${value}) > 1 end`,
}

/** A value of one form as another; null where it does not fit. */
export function postgresConversion({ from, to }: Conversion, value: string): string {
  if (from === to) return value
  return WRITERS[from]?.[to]?.(value) ?? 'null'
}

/** Whether the conversion would lose a row's value. */
export function postgresLoses(conversion: Conversion, value: string): string {
  const own = LOSES[`${conversion.from}>${conversion.to}`]
  if (own) return `coalesce(${own(value)}, false)`
  const isEmpty = conversion.from === 'text' ? ` and ${value} <> ''` : ''
  const isNothing = conversion.from === 'json' ? ` and jsonb_typeof(${value}) <> 'null'` : ''
  return `(${value} is not null${isEmpty}${isNothing} and (${postgresConversion(conversion, value)}) is null)`
}

/** Whether a value of this form is empty. */
export function postgresIsEmpty(form: Form, value: string): string {
  if (form === 'text' || form === 'secret') return `(${value} is null or ${value} = '')`
  if (form === 'choices' || form === 'files') return `(${value} is null or ${value} = '[]'::jsonb)`
  return `(${value} is null)`
}

/** A JSON value as a value of this form. */
export function writeFromJson(form: Form, json: string): string {
  switch (form) {
    case 'json':
    case 'choices':
    case 'file':
    case 'files':
      return json
    case 'integer':
      return `${asText(json)}::bigint`
    case 'decimal':
      return `${asText(json)}::double precision`
    case 'boolean':
      return `${asText(json)}::boolean`
    case 'moment':
      return `${asText(json)}::timestamptz(3)`
    default:
      return asText(json)
  }
}
