import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { previewExpression } from '@plinth/contract'
import { beforeAll, expect, test } from 'vitest'
import { workflowPlace } from '../../app/testing/workflow-place.ts'

const PAGE = join(import.meta.dirname, '../../../../../docs/guide/expressions.md')
const page = readFileSync(PAGE, 'utf8')
const [, data = ''] = page.match(/^```json\n([\s\S]+?)\n```$/m) ?? []
const [, examples = ''] = page.split('| Parameter | Value |\n')
const lines = [...examples.matchAll(/^\| `(.+)` \| `(.+)` \|$/gm)].map(
  ([, text = '', value = '']) => [text, value] as const,
)

let setup: Awaited<ReturnType<typeof workflowPlace>>
beforeAll(async () => {
  setup = await workflowPlace()
})

test('the page has examples', () => expect(lines.length).toBeGreaterThan(10))

test.each(lines)('%s is %s', async (text, value) => {
  const body = { text, ...JSON.parse(data) }
  const preview = await setup.client.call(previewExpression, { params: setup.params, body })
  expect(preview).toEqual({ value: JSON.parse(value) })
})
