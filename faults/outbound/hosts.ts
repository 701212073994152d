/** Spellings of loopback: each would reach our own servers if allowed. */
const LOOPBACK = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '127.127.127.127',
  '127.000.000.001',
  '0177.0.0.1',
  '0177.0.0.01',
  '0x7f.0.0.1',
  '0x7f.0x0.0x0.0x1',
  '0x7f000001',
  '0x7F000001',
  '017700000001',
  '2130706433',
  '0',
  '0.0.0.0',
  '0x0',
  'localhost',
  'LOCALHOST',
  'localhost.',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '１２７.０.０.１',
  '127。0。0。1',
  '①②⑦.⓪.⓪.①',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  'loc%61lhost',
  '127%2e0%2e0%2e1',
] as const

/** Internal addresses of every kind that a range check may miss. */
const INSIDE = [
  '10.0.0.1',
  '10.255.255.53',
  '100.64.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '0xa9fea9fe',
  '2852039166',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::]',
  '[2001::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fe80::1%25lo]',
  '[fec0::1]',
  '[ff02::1]',
] as const

/** Names that the suite's hosts file resolves to internal addresses. */
export const NAMES: Readonly<Record<string, readonly string[]>> = {
  'loopback.example.test': ['127.0.0.1'],
  'loopback-six.example.test': ['::1'],
  'metadata.example.test': ['169.254.169.254'],
  'two-faced.example.test': ['93.184.216.34', '127.0.0.1'],
  'two-faced-turned.example.test': ['127.0.0.1', '93.184.216.34'],
  'mapped.example.test': ['::ffff:127.0.0.1'],
}

export const HOSTS: readonly string[] = [...LOOPBACK, ...INSIDE, ...Object.keys(NAMES)]

/** Its address changes continuously during calls (DNS rebinding). */
export const REBOUND = 'rebound.example.test'
