import { expect, test } from 'vitest'
import { nodeOf } from '../../app/testing/graph.ts'
import { expectApiError, withPlatform } from '../../app/testing/people.ts'
import { runnable, runPlace } from '../../app/testing/runnable.ts'
import { checkParameters } from './check-parameters.ts'

const KNOWN = 'It has: value, keep.'

test.each([
  {
    name: 'a misspelt parameter',
    node: runnable('s', 'set', { label: 'Shape', parameters: { valeu: '1' } }),
    message: `"Shape" has no parameter "valeu". Did you mean "value"? ${KNOWN}`,
  },
  {
    name: 'a parameter that resembles none',
    node: runnable('s', 'set', { label: 'Shape', parameters: { value: '1', elsewhere: 1 } }),
    message: `"Shape" has no parameter "elsewhere". ${KNOWN}`,
  },
  {
    name: 'a parameter of a kind that has none',
    node: runnable('t', 'trigger-workflow', { label: 'Called', parameters: { table: 'a' } }),
    message: '"Called" has no parameter "table". It has none.',
  },
  {
    name: 'a credential among the parameters',
    node: runnable('m', 'email', { label: 'Mail', parameters: { credential: 'crd_1' } }),
    message:
      '"credential" of "Mail" is a credential: send its id under "credentials", not under "parameters".',
  },
])('rejects $name by name', ({ node, message }) => {
  expect(() => checkParameters([node])).toThrow(message)
})

test('accepts parameters of unknown kinds, and those that the stored node has already', () => {
  const unknown = nodeOf('a', { parameters: { anything: 1 } })
  unknown.data.definition.name = 'from-another-release'
  const old = runnable('b', 'set', { parameters: { removed: 1 } })
  checkParameters([unknown, old], () => [old])
  const other = runnable('c', 'set', { parameters: { removed: 1 } })
  expect(() => checkParameters([other], () => [old])).toThrow('"c" has no parameter "removed"')
})

test('refuses them when a workflow is created or changed, and still executes them', async () => {
  const { create, update, get, execute } = await runPlace()
  const good = runnable('s', 'set', { label: 'Shape', parameters: { value: '{"n":1}' } })
  const bad = runnable('s', 'set', {
    label: 'Shape',
    parameters: { value: '{"n":1}', kep: 'input' },
  })
  const message = `"Shape" has no parameter "kep". Did you mean "keep"? ${KNOWN}`
  const details = [{ path: 'nodes.0.data.parameters.kep', message }]
  const refusal = { status: 422, code: 'invalid', message, details }
  expect(await expectApiError(create({ nodes: [bad] }))).toMatchObject(refusal)
  expect(await expectApiError(create({ nodes: JSON.stringify([bad]) }))).toMatchObject(refusal)
  const { id } = await create({ nodes: [good] })
  expect(await expectApiError(update(id, { nodes: [bad] }))).toMatchObject(refusal)
  expect(await get(id)).toMatchObject({ revision: 1, nodes: [good] })
  const { result } = await execute({ nodes: [bad] }, { workflowId: id })
  expect(result).toEqual({ Shape: { n: 1 } })
})

test('loads, runs and saves a workflow that an earlier release stored with one', async () => {
  const { create, update, get, execute } = await runPlace()
  const good = runnable('s', 'set', { label: 'Shape', parameters: { value: '{"n":1}' } })
  const old = runnable('s', 'set', {
    label: 'Shape',
    parameters: { value: '{"n":1}', kep: 'input' },
  })
  const { id } = await create({ nodes: [good] })
  await withPlatform((db) =>
    db.query('update workflow set nodes = $1 where id = $2', [JSON.stringify([old]), id]),
  )
  expect((await get(id)).nodes).toEqual([old])
  const { result } = await execute({ nodes: [old] }, { workflowId: id })
  expect(result).toEqual({ Shape: { n: 1 } })
  expect((await update(id, { name: 'Renamed', nodes: [old] })).nodes).toEqual([old])
  const added = runnable('t', 'set', { label: 'Again', parameters: { kep: 'input' } })
  expect(await expectApiError(update(id, { nodes: [old, added] }))).toMatchObject({
    status: 422,
    details: [{ path: 'nodes.1.data.parameters.kep' }],
  })
  expect((await update(id, { nodes: [good] })).nodes).toEqual([good])
  // Once removed, it is unknown again.
  await expectApiError(update(id, { nodes: [old] }))
})
