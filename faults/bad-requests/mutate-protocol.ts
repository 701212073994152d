import type { Random } from '../stack/random.ts'
import { type Draft, setHeader, toBytes } from './bad-request.ts'

const WAYS: readonly ((draft: Draft) => Buffer | string)[] = [
  ({ path }) => `GET ${path} HTTP/9.9\r\nHost: x\r\n\r\n`,
  ({ path }) => `GET ${path}\r\n\r\n`,
  ({ path }) => `FOO ${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
  ({ path }) => `get ${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
  ({ path }) => `GET  ${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
  ({ path }) => `GET ${path} HTTP/1.1\r\n\r\n`,
  ({ path }) => `GET ${path} HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n`,
  ({ path }) => `GET ${path} HTTP/1.1\r\nHost: x\r\nBad Name: 1\r\n\r\n`,
  ({ path }) => `GET ${path} HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n`,
  ({ path }) => `GET ${path} HTTP/1.1\r\nHost: x\r\n : 1\r\n\r\n`,
  ({ path }) => `GET ${path}\0 HTTP/1.1\r\nHost: x\r\n\r\n`,
  ({ path }) => `GET ${path}?a=${'b'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  ({ path }) => `GET ${path} HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(17_000)}\r\n\r\n`,
  ({ path }) => `GET ${path} HTTP/1.1\r\nHost: x\r\n${'X: 1\r\n'.repeat(2_500)}\r\n`,
  ({ path }) => `GET http://evil.example${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
  () => 'GET * HTTP/1.1\r\nHost: x\r\n\r\n',
  () => 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
  () => 'CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  () => 'GET ?a=1 HTTP/1.1\r\nHost: x\r\n\r\n',
  () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => '\r\n\r\n\r\n: \r\n\r\n',
  ({ path }) => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n`,
  ({ path }) => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1e3\r\n\r\n`,
  ({ path }) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  ({ path }) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
  ({ path }) => `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: nonsense\r\n\r\n{}`,
  ({ path }) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
]

/** Bytes that are barely HTTP, or a valid request followed by a part of another. */
export function mutateProtocol(draft: Draft, random: Random): Buffer {
  if (random.chance(0.1)) {
    setHeader(draft, ['Connection', 'close'])
    return Buffer.concat([toBytes(draft), Buffer.from('0\r\n\r\nGET /nowhere')])
  }
  const mutation = random.pick(WAYS)(draft)
  return typeof mutation === 'string' ? Buffer.from(mutation, 'latin1') : mutation
}
