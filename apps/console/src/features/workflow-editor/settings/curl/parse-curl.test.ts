import { expect, test } from 'vitest'
import { curlParameters } from './curl-parameters.ts'
import { parseCurl } from './parse-curl.ts'

function read(text: string, keepsSecrets = false) {
  const request = parseCurl(text)
  if ('problem' in request) throw new Error(request.problem)
  return curlParameters(request, { keepsSecrets })
}

test.each([
  {
    name: 'a plain address',
    text: 'curl https://api.test/orders',
    parameters: { method: 'GET', url: 'https://api.test/orders', headers: '{}', body_kind: 'none' },
  },
  {
    name: 'lines, quotes and JSON',
    text: `$ curl -X PATCH 'https://api.test/o/1' \\
  -H "Accept: text/\\"x\\"" \\
  --header 'Content-Type: application/json' \\
  --data-raw $'{"name":"it\\'s"}'`,
    parameters: {
      method: 'PATCH',
      headers: '{\n  "Accept": "text/\\"x\\""\n}',
      body_kind: 'json',
      body_json: '{\n  "name": "it\'s"\n}',
    },
  },
  {
    name: 'form fields in several parts',
    text: "curl api.test -d a=1 -d 'b=x%20y+z' --data-urlencode 'c=1&2' -d a=2",
    parameters: {
      method: 'POST',
      url: 'http://api.test',
      body_kind: 'form',
      body_form: JSON.stringify({ a: ['1', '2'], b: 'x y z', c: '1&2' }, null, 2),
    },
  },
  {
    name: 'data in the query',
    text: 'curl -G "https://api.test/?x=1" -d y=2 --data-urlencode "z=a b"',
    parameters: { method: 'GET', url: 'https://api.test/?x=1&y=2&z=a%20b', body_kind: 'none' },
  },
  {
    name: 'joined flags and other content types',
    text: 'curl -XPUT -H "Content-Type: text/csv" -d "a,b" --max-time 5 https://api.test',
    parameters: {
      method: 'PUT',
      headers: '{\n  "Content-Type": "text/csv"\n}',
      body_kind: 'text',
      body_text: 'a,b',
      time_limit: 5,
    },
  },
  {
    name: '--json',
    text: `curl --json '{"a":1}' https://api.test`,
    parameters: { method: 'POST', body_kind: 'json', body_json: '{\n  "a": 1\n}' },
  },
])('reads $name', ({ text, parameters }) => {
  const result = read(text)
  expect(result.parameters).toMatchObject(parameters)
  expect(result.ignored).toEqual([])
})

test('names every part that it does not take over', () => {
  const { ignored } = read(
    'curl -sSL --compressed -k -o out.json --retry 3 -F file=@a.png -d @body.json -X OPTIONS -H "A: 1" -H "a: 2" https://a.test https://b.test | jq .',
  )
  expect(ignored).toEqual([
    ...['-s', '-S', '-L', '--compressed', '-k', '-o out.json', '--retry 3'],
    ...['-F file=@a.png', '-d @body.json', 'https://b.test', '| jq .'],
    ...['-X OPTIONS', '-H a: 2'],
  ])
})

test.each([
  { text: 'curl -u ada:pw https://a.test', kind: 'basic-auth', header: 'Basic YWRhOnB3' },
  {
    text: 'curl -H "Authorization: Bearer abc" https://a.test',
    kind: 'api-credential',
    header: 'Bearer abc',
  },
  { text: 'curl --oauth2-bearer abc https://a.test', kind: 'api-credential', header: 'Bearer abc' },
])('keeps the secret of $text out of the workflow', ({ text, kind, header }) => {
  const without = read(text)
  expect(without.secrets).toEqual(['Authorization'])
  expect(without.parameters).toMatchObject({ authentication: kind, headers: '{}' })
  const kept = read(text, true)
  expect(kept.secrets).toEqual([])
  expect(JSON.parse(String(kept.parameters.headers))).toEqual({ Authorization: header })
  expect(kept.parameters.authentication).toBe('none')
})

test('leaves keys in headers and cookies out, but not expressions', () => {
  const { secrets, parameters } = read(
    'curl -H "X-API-Key: 1" -H "X-Token: {{ $const.T }}" -b "sid=2" https://a.test',
  )
  expect(secrets).toEqual(['X-API-Key', 'Cookie'])
  expect(parameters).toMatchObject({
    authentication: 'api-key',
    headers: '{\n  "X-Token": "{{ $const.T }}"\n}',
  })
})

test.each([
  ['wget https://a.test', 'The text does not begin with curl.'],
  ['curl -X POST', 'The command has no URL.'],
  ["curl 'https://a.test", "The quote ' at character 6 is not closed."],
])('says why it cannot read %s', (text, problem) => {
  expect(parseCurl(text)).toEqual({ problem })
})
