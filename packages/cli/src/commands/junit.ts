export interface TestResult {
  name: string
  passed: boolean
  durationMs: number
  ending: { status: string; node: string; message: string }
  differences: {
    label: string
    part: string
    path: string
    kind: string
    value: unknown
    actual?: unknown
    message: string
  }[]
}

export interface TestedWorkflow {
  id: string
  name: string
  results: TestResult[]
}

/** Characters that XML cannot contain, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is removed
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}

const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replace(NOT_XML, ' ')
    .replace(/[&<>"\n\r\t]/g, (sign) => ESCAPES[sign] ?? sign)

const seconds = (results: readonly TestResult[]) =>
  (results.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000).toFixed(3)

function failureOf({ ending, differences }: TestResult): string {
  const details = differences.map(({ label, part, path, kind, value, actual, message }) =>
    [
      `${label || 'The run'}: ${part}${path && ` at ${path}`} ${message}`,
      `  expected (${kind}): ${JSON.stringify(value)}`,
      `  actual: ${actual === undefined ? 'nothing' : JSON.stringify(actual)}`,
    ].join('\n'),
  )
  const isRefused = ending.status === 'refused'
  const [first = ''] = isRefused ? [ending.message] : (details[0]?.split('\n') ?? [])
  const kind = isRefused ? 'refused' : 'difference'
  return `<failure type="${kind}" message="${escapeXml(first)}">${escapeXml(details.join('\n'))}</failure>`
}

function suiteOf({ name, results }: TestedWorkflow): string {
  const cases = results.map((result) => {
    const head = `<testcase classname="${escapeXml(name)}" name="${escapeXml(result.name)}" time="${seconds([result])}"`
    return result.passed ? `    ${head}/>` : `    ${head}>${failureOf(result)}</testcase>`
  })
  const failures = results.filter(({ passed }) => !passed).length
  const head = `<testsuite name="${escapeXml(name)}" tests="${results.length}" failures="${failures}" time="${seconds(results)}">`
  return `  ${head}\n${cases.join('\n')}\n  </testsuite>`
}

/** A report in the format of JUnit: a suite for each workflow. */
export function toJunit(tested: readonly TestedWorkflow[]): string {
  const all = tested.flatMap(({ results }) => results)
  const failures = all.filter(({ passed }) => !passed).length
  const head = `<testsuites name="plinth" tests="${all.length}" failures="${failures}" time="${seconds(all)}">`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${[head, ...tested.map(suiteOf)].join('\n')}\n</testsuites>\n`
}
