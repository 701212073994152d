import type { Conversion, Form } from '@plinth/schema'

const MAX_INTEGER = '9007199254740991'

function textToInteger(text: string): string {
  const trimmed = `trim(${text})`
  const digits = `ltrim(${trimmed}, '+-')`
  const isInteger = `length(${digits}) between 1 and 16 and ${digits} not glob '*[^0-9]*' and ${trimmed} in (${digits}, '+' || ${digits}, '-' || ${digits})`
  return `case when ${isInteger} and abs(cast(${trimmed} as integer)) <= ${MAX_INTEGER} then cast(${trimmed} as integer) end`
}

function textToDecimal(text: string): string {
  const trimmed = `trim(${text})`
  return `case when json_valid(${trimmed}) then case when json_type(${trimmed}) in ('integer', 'real') and abs(cast(${trimmed} as real)) < 1e308 then cast(${trimmed} as real) end end`
}

function textToBoolean(text: string): string {
  return `case lower(trim(${text})) when 'true' then 1 when 'false' then 0 when '1' then 1 when '0' then 0 when 'yes' then 1 when 'no' then 0 end`
}

function textToMoment(text: string): string {
  const bare = `case when ${text} glob '*Z' then substr(${text}, 1, length(${text}) - 1) else ${text} end`
  const day = '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'
  const time = `${day}[T ][0-9][0-9]:[0-9][0-9]`
  const globs = [
    '',
    ':[0-9][0-9]',
    ...['', '[0-9]', '[0-9][0-9]'].map((more) => `:[0-9][0-9].[0-9]${more}`),
  ]
  const isTime = globs.map((end) => `${bare} glob '${time}${end}'`).join(' or ')
  const isDay = `date(${bare}) = substr(${text}, 1, 10) and substr(${text}, 1, 4) <> '0000'`
  return `case when (${text} glob '${day}' or ${isTime}) and ${isDay} then strftime('%Y-%m-%dT%H:%M:%fZ', ${bare}) end`
}

function decimalToText(value: string): string {
  const whole = `cast(${value} as integer)`
  return `case when abs(${value}) <= ${MAX_INTEGER} and ${value} = ${whole} then cast(${whole} as text) else printf('%!.17g', ${value}) end`
}

function jsonToText(value: string): string {
  return `case json_type(${value}) when 'text' then json_extract(${value}, '$') when 'null' then null else json(${value}) end`
}

/** Wraps a JSON value so that its text is computed only once. */
function through(value: string, write: (text: string) => string): string {
  return `(select ${write('held.text')} from (select ${jsonToText(value)} as text) as held)`
}

type Writer = (value: string) => string

const same: Writer = (value) => value
const nullable = (value: string, write: string) =>
  `case when ${value} is not null then ${write} end`
const booleanToText: Writer = (value) => `case ${value} when 1 then 'true' when 0 then 'false' end`

/** Total functions: none of them raises an error, whatever the row contains. */
const WRITERS: Partial<Record<Form, Partial<Record<Form, Writer>>>> = {
  text: {
    integer: textToInteger,
    decimal: textToDecimal,
    boolean: textToBoolean,
    moment: textToMoment,
    json: (value) => nullable(value, `json_quote(${value})`),
    choices: (value) => `case when ${value} <> '' then json_array(${value}) end`,
  },
  integer: {
    text: (value) => `cast(${value} as text)`,
    decimal: (value) => `cast(${value} as real)`,
    boolean: (value) => `${value} <> 0`,
    json: (value) => `cast(${value} as text)`,
  },
  decimal: {
    text: decimalToText,
    integer: (value) =>
      `case when abs(${value}) <= ${MAX_INTEGER} then cast(${value} + case when ${value} < 0 then -0.5 else 0.5 end as integer) end`,
    boolean: (value) => `${value} <> 0`,
    json: decimalToText,
  },
  boolean: {
    text: booleanToText,
    integer: same,
    decimal: (value) => `cast(${value} as real)`,
    json: booleanToText,
  },
  moment: { text: same, json: (value) => nullable(value, `json_quote(${value})`) },
  json: {
    text: jsonToText,
    integer: (value) => through(value, textToInteger),
    decimal: (value) => through(value, textToDecimal),
    boolean: (value) => through(value, textToBoolean),
    moment: (value) => through(value, textToMoment),
    choices: (value) =>
      `case when json_type(${value}) = 'array' and not exists (select 1 from json_each(${value}) where type <> 'text') then ${value} end`,
  },
  choices: { text: (value) => `json_extract(${value}, '$[0]')`, json: same },
  file: {
    files: (value) => nullable(value, `json_array(json(${value}))`),
    json: same,
    text: same,
  },
  files: { file: (value) => `${value} -> '$[0]'`, json: same, text: same },
}

const isLong: Writer = (value) => `json_array_length(${value}) > 1`

const LOSES: Partial<Record<string, Writer>> = {
  'decimal>integer': (value) =>
    `${value} <> cast(${value} as integer) or abs(${value}) > ${MAX_INTEGER}`,
  'integer>boolean': (value) => `${value} not in (0, 1)`,
  'decimal>boolean': (value) => `${value} not in (0, 1)`,
  'choices>text': isLong,
  'files>file': isLong,
}

/** A value of one form as another; null where it does not fit. */
export function sqliteConversion({ from, to }: Conversion, value: string): string {
  if (from === to) return value
  return WRITERS[from]?.[to]?.(value) ?? 'null'
}

/** Whether the conversion would lose a row's value. */
export function sqliteLoses(conversion: Conversion, value: string): string {
  const own = LOSES[`${conversion.from}>${conversion.to}`]
  if (own) return `coalesce(${own(value)}, 0)`
  const isEmpty = conversion.from === 'text' ? ` and ${value} <> ''` : ''
  const isNothing = conversion.from === 'json' ? ` and json_type(${value}) <> 'null'` : ''
  return `(${value} is not null${isEmpty}${isNothing} and (${sqliteConversion(conversion, value)}) is null)`
}

/** Whether a value of this form is empty. */
export function sqliteIsEmpty(form: Form, value: string): string {
  if (form === 'text' || form === 'secret') return `(${value} is null or ${value} = '')`
  if (form === 'choices' || form === 'files') return `(${value} is null or ${value} = '[]')`
  return `(${value} is null)`
}

/** A JSON value as bound for a column of this form. */
export function bindFill(form: Form, fill: unknown): string | number | null {
  if (fill === null || fill === undefined) return null
  if (form === 'boolean') return fill ? 1 : 0
  if (form === 'integer' || form === 'decimal') return Number(fill)
  return form === 'text' || form === 'moment' ? String(fill) : JSON.stringify(fill)
}
