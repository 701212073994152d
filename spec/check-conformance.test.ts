import { expect, test } from 'vitest'
import type { Catalogue, Ids } from './catalogue.ts'
import { type Case, checkConformance } from './check-conformance.ts'
import type { Evidence } from './evidence.ts'

const catalogue: Catalogue = {
  routes: [
    { id: 'screen /home', kind: 'screen', path: '/home', screen: 'home' },
    { id: 'call GET /a/{id}', kind: 'call', method: 'GET', path: '/a/{id}', meaning: '' },
  ],
  strings: [
    { id: 'cancel', screen: 'home', text: 'Cancel', kind: 'button', dialog: ['Create'] },
    { id: 'needed', screen: 'home', text: 'is required', kind: 'message' },
  ],
  constants: [{ id: 'limit', value: 1, meaning: '' }],
  screens: { home: ['/home'] },
}
const nothing: Ids = { routes: [], strings: [], constants: [] }
const all: Ids = {
  routes: ['screen /home', 'call GET /a/{id}'],
  strings: ['cancel', 'needed'],
  constants: ['limit'],
}
const everything: Evidence = {
  seen: [
    { kind: 'route', id: 'screen /home' },
    { kind: 'string', text: 'Cancel', path: '/home', dialog: 'Create' },
    { kind: 'heard', text: 'is required' },
    { kind: 'constant', id: 'limit', value: 1 },
  ],
  served: ['GET /a/{}'],
}
const built: Case = { catalogue, evidence: everything, notBuilt: nothing, earlier: null }

function replaced(at: number, seen: Evidence['seen'][number]): Case {
  return { ...built, evidence: { ...everything, seen: everything.seen.with(at, seen) } }
}

const cases: [string, Case, string | null][] = [
  ['all proven, none listed', built, null],
  [
    'none proven, all listed',
    { ...built, evidence: { seen: [], served: [] }, notBuilt: all },
    null,
  ],
  ['a call that is not served', { ...built, evidence: { ...everything, served: [] } }, 'call GET'],
  [
    'a text seen on another screen',
    replaced(1, { kind: 'string', text: 'Cancel', path: '/', dialog: 'Create' }),
    "'cancel' is neither",
  ],
  [
    'a text seen in another dialog',
    replaced(1, { kind: 'string', text: 'Cancel', path: '/home', dialog: 'Delete' }),
    "'cancel' is neither",
  ],
  ['a label that was only heard', replaced(1, { kind: 'heard', text: 'Cancel' }), "'cancel' is"],
  [
    'a constant of another value',
    replaced(3, { kind: 'constant', id: 'limit', value: 2 }),
    "'limit' is neither",
  ],
  [
    'a constant measured twice, once otherwise',
    replaced(0, { kind: 'constant', id: 'limit', value: 2 }),
    "'limit' is neither",
  ],
  [
    'a constant nobody knows',
    replaced(3, { kind: 'constant', id: 'lemit', value: 1 }),
    "'lemit' was measured",
  ],
  [
    'listed although proven',
    { ...built, notBuilt: { ...nothing, strings: ['cancel'] } },
    'remove it: built',
  ],
  [
    'listed but unknown',
    { ...built, notBuilt: { ...nothing, routes: ['screen /away'] } },
    'not in the catalogue',
  ],
  [
    'a list that grew',
    {
      ...built,
      evidence: { seen: [], served: [] },
      notBuilt: all,
      earlier: { notBuilt: { ...all, constants: [] }, known: all },
    },
    "'limit' was added",
  ],
  [
    'a list that grew with the catalogue',
    {
      ...built,
      evidence: { seen: [], served: [] },
      notBuilt: all,
      earlier: { notBuilt: { ...all, constants: [] }, known: { ...all, constants: [] } },
    },
    null,
  ],
]

test.each(cases)('%s', (_, given, complaint) => {
  const said = checkConformance(given).join('\n')
  if (complaint === null) expect(said).toBe('')
  else expect(said).toContain(complaint)
})
