import { randomUUID } from 'node:crypto'
import { listSessions, signIn } from '@plinth/contract'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { clientOf, newStaff } from '../../../app/testing/people.ts'
import { startBeside } from '../../../app/testing/start-beside.ts'
import { readEnv } from '../../settings/env.ts'
import { addressPrefix, deviceAddress } from '../calls/address-prefix.ts'

const settingOf = (text: string) => readEnv([], { PLINTH_TRUST_PROXY: text }).trustProxy

describe('PLINTH_TRUST_PROXY', () => {
  test.each([
    ['', undefined],
    ['false', undefined],
    ['0', undefined],
    ['1', 1],
    ['3', 3],
    ['10.0.0.0/8, fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
    ['192.0.2.1', ['192.0.2.1']],
  ])('%j is %j', (text, trusted) => {
    expect(settingOf(text)).toEqual(trusted)
  })

  test.each([
    'true',
    'TRUE',
    'yes',
    '-1',
    '21',
    '1.5',
    '10.0.0.0/8,true',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    'proxy.example.com',
    '10.0.0.0/8,,',
  ])('%j prevents the start and names a valid value', (text) => {
    expect(() => settingOf(text)).toThrow(
      `PLINTH_TRUST_PROXY: "${text}" cannot be used: set the number of proxies in front of the server (1) or their networks (10.0.0.0/8,fd00::/8)`,
    )
  })
})

/** The network of a caller as the server sees it, from the caller's list of sessions. */
async function seenBy(address: string, headers: Record<string, string>): Promise<string> {
  const { email, password } = await newStaff()
  const client = clientOf(null, address)
  const { token } = await client.call(signIn, { body: { email, password }, headers })
  const { sessions } = await clientOf(token, address).call(listSessions)
  return sessions.find(({ current }) => current)?.ip_prefix ?? '?'
}

describe.each([
  {
    setting: 'false',
    seen: [
      ['203.0.113.5', 'loopback'],
      ['198.51.100.7, 203.0.113.5', 'loopback'],
    ],
  },
  {
    setting: '1',
    seen: [
      ['203.0.113.5', '203.0.113.0/24'],
      ['198.51.100.7, 203.0.113.5', '203.0.113.0/24'],
      ['198.51.100.7,192.0.2.9 ,  203.0.113.5 ', '203.0.113.0/24'],
      ['198.51.100.7, 2001:db8:1:2::9', '2001:db8:1::/48'],
      ['198.51.100.7, ::ffff:203.0.113.5', '203.0.113.0/24'],
      ['198.51.100.7, 203.0.113.5:4711', '203.0.113.0/24'],
      ['198.51.100.7, [2001:db8:1:2::9]:4711', '2001:db8:1::/48'],
      ['198.51.100.7, not an address', ''],
      ['198.51.100.7, 203.0.113.5%00', ''],
      ['', 'loopback'],
      [',,,', 'loopback'],
    ],
  },
  {
    setting: '2',
    seen: [
      ['198.51.100.7, 203.0.113.5, 10.0.0.1', '203.0.113.0/24'],
      ['203.0.113.5, 10.0.0.1', '203.0.113.0/24'],
    ],
  },
  {
    setting: '127.0.0.0/8,::1,10.0.0.0/8',
    seen: [
      ['198.51.100.7, 203.0.113.5', '203.0.113.0/24'],
      ['198.51.100.7, 203.0.113.5, 10.1.2.3', '203.0.113.0/24'],
      ['198.51.100.7, not an address', ''],
    ],
  },
  { setting: '10.0.0.0/8', seen: [['198.51.100.7, 10.0.0.1', 'loopback']] },
])('with $setting', ({ setting, seen }) => {
  test("a caller's address is the one that the nearest trusted proxy reports", async () => {
    const server = await startBeside({ PLINTH_TRUST_PROXY: setting })
    try {
      for (const [header = '', expected] of seen) {
        const prefix = await seenBy(server.address, { 'x-forwarded-for': header })
        const isLoopback = ['127.0.0.0/24', '0:0:0::/48'].includes(prefix)
        expect(isLoopback ? 'loopback' : prefix, header).toBe(expected)
      }
    } finally {
      await server.stop()
    }
  })
})

test('logs an ignored X-Forwarded-For once per process', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const server = await startBeside({}, { log })
  try {
    const ask = (headers: Record<string, string>) =>
      fetch(`${server.address}/health/live`, { headers })
    await ask({})
    expect(lines.join('')).not.toContain('X-Forwarded-For')
    for (let time = 0; time < 3; time += 1) await ask({ 'x-forwarded-for': randomUUID() })
    expect(lines.filter((line) => line.includes('X-Forwarded-For ignored'))).toHaveLength(1)
  } finally {
    await server.stop()
  }
})

test.each([
  ['203.0.113.77', '203.0.113.0/24', '203.0.113.77'],
  ['::ffff:203.0.113.77', '203.0.113.0/24', '203.0.113.77'],
  ['2001:db8:aa:bb:cc::1', '2001:db8:aa::/48', '2001:db8:aa:bb::/64'],
  ['fe80::1%eth0', 'fe80:0:0::/48', 'fe80:0:0:0::/64'],
  ['nonsense', '', ''],
  ['', '', ''],
  [undefined, '', ''],
])('%s belongs to the network %j and the device %j', (ip, prefix, device) => {
  expect([addressPrefix(ip), deviceAddress(ip)]).toEqual([prefix, device])
})
