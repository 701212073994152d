import fc from 'fast-check'

const nest = (depth: number): unknown => {
  let value: unknown = 'deep'
  for (let at = 0; at < depth; at++) value = at % 2 === 0 ? [value] : { k: value }
  return value
}

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })
    .map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'x\udfff',
    '😀',
    'مرحبا\u202e',
    '\u2028\u2029\u0085',
    "'; drop table item; --",
    '\\',
    '\\u0000',
    '"',
    '{"a":1}',
    'null',
    '\u0001\u0002\u001f\u007f',
    'é',
    'e\u0301',
    'x'.repeat(1_000_000),
    '%_\\%',
    '$1',
    '?',
    ':name',
  ),
)

const numbers = fc.oneof(
  fc.double(),
  fc.maxSafeInteger(),
  fc.float(),
  fc.constantFrom(
    0,
    -0,
    0.1,
    5e-324,
    1.7976931348623157e308,
    1e21,
    2 ** 53 - 1,
    2 ** 53,
    -(2 ** 53),
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53 + 2,
    0.30000000000000004,
    1e-7,
    123456789.12345679,
  ),
)

const moments = fc.oneof(
  fc
    .date({ noInvalidDate: true, min: new Date(-1e14), max: new Date(3e14) })
    .map((date) => date.toISOString()),
  fc.constantFrom(
    '2025-02-30',
    '0001-01-01',
    '0099-12-31T23:59:59.999Z',
    '0100-01-01',
    '9999-12-31T23:59:59.999Z',
    '9999-12-31T23:59:59-14:00',
    '2025-01-01T00:00:00.1234Z',
    '2025-01-01T00:00:00.120000Z',
    '2025-01-01 10:00',
    '2025-01-01T10:00:00+05:30',
    '+010000-01-01T00:00:00Z',
    'now',
    'infinity',
    '2025-06-30T23:59:60Z',
  ),
)

const json = fc.oneof(
  fc.jsonValue({ stringUnit: 'binary' }),
  texts,
  numbers,
  fc.dictionary(texts, numbers),
  fc.constantFrom<unknown>(
    nest(10),
    nest(64),
    nest(65),
    // Beyond every limit, but valid JSON.
    nest(2000),
    JSON.parse('{"__proto__": 1}'),
    { constructor: { prototype: 1 } },
    { '': 1 },
    { 'a\0': 1 },
    { '\ud800': 1 },
    [null, null],
    {},
    [],
    [[[]]],
    { a: 1, A: 2, ä: 3 },
    [-0, 1],
    [Number.POSITIVE_INFINITY],
    Array.from({ length: 1000 }, (_, at) => at),
  ),
)

const file = {
  fileName: 'a.png',
  fileSize: 1,
  fileType: 'image/png',
  fileKey: 'k',
  url: 'https://x.test/a.png',
}
const files = fc.oneof(
  fc.constantFrom<unknown>(
    file,
    [file, file],
    [],
    { ...file, fileSize: -1 },
    { ...file, more: 1 },
    [file, null],
  ),
  texts.map((fileName) => ({ ...file, fileName })),
  texts.map((fileName) => [{ ...file, fileName }]),
)

const picks = fc.constantFrom<unknown>(
  'a',
  'B',
  '😀',
  '',
  'c',
  ['a'],
  ['a', 'b'],
  ['a', 'a'],
  ['it’s "x"'],
  [],
  [''],
  [null],
)
const flags = fc.constantFrom<unknown>(true, false, 0, 1, 'true', null)

/** Valid and invalid values by column type. */
export const ODD_VALUES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  text: texts,
  mail: fc.oneof(
    fc.emailAddress(),
    texts,
    texts.map((text) => `${text}@example.com`),
  ),
  link: fc.oneof(
    fc.webUrl(),
    texts,
    texts.map((text) => `https://x.test/${text}`),
  ),
  phone: fc.oneof(fc.constantFrom('+4915112345678', '0123', '+1234567890123456'), texts),
  whole: fc.oneof(numbers, fc.integer()),
  part: numbers,
  flag: flags,
  pick: picks,
  picks,
  date: moments,
  json,
  image: files,
  files,
}

/** Any JSON value. */
export const ANY_VALUE: fc.Arbitrary<unknown> = fc.oneof(
  texts,
  numbers,
  moments,
  json,
  files,
  picks,
  flags,
)
