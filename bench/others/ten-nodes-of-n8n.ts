/** `s` passes a field on with a path expression, `j` adds one to it in JavaScript: seven and three nodes. */
export const CHAIN = [...'ssjssjssjs']

export const WORKFLOW_ID = 'TenNodesOfN8n001'

const webhook = {
  id: 'n0',
  name: 'n0',
  type: 'n8n-nodes-base.webhook',
  typeVersion: 2,
  position: [0, 0],
  webhookId: 'ten-nodes',
  parameters: {
    httpMethod: 'POST',
    path: 'ten-nodes',
    responseMode: 'lastNode',
    options: {},
  },
}

function nodeOf(letter: string, at: number) {
  const name = `n${at + 1}`
  const place = { id: name, name, position: [200 * (at + 1), 0] }
  if (letter === 'j')
    return {
      ...place,
      type: 'n8n-nodes-base.code',
      typeVersion: 2,
      parameters: { jsCode: 'return [{ json: { n: $input.first().json.n + 1 } }]' },
    }
  const value = at === 0 ? '={{ $json.body.n }}' : '={{ $json.n }}'
  return {
    ...place,
    type: 'n8n-nodes-base.set',
    typeVersion: 3.4,
    parameters: {
      assignments: { assignments: [{ id: name, name: 'n', value, type: 'number' }] },
      options: {},
    },
  }
}

const nodes = [webhook, ...CHAIN.map(nodeOf)]

/** The same ten nodes behind a webhook, in n8n's import format. */
export const tenNodesOfN8n = {
  id: WORKFLOW_ID,
  name: 'Ten nodes',
  active: false,
  nodes,
  connections: Object.fromEntries(
    CHAIN.map((_, at) => [`n${at}`, { main: [[{ node: `n${at + 1}`, type: 'main', index: 0 }]] }]),
  ),
  settings: { executionOrder: 'v1', saveExecutionProgress: true },
}
