import { type Caller, call, signIn } from './call.ts'

interface Saved {
  id: string
  triggers: { url?: string }[]
}

interface NodeToSave {
  kind: string
  parameters: object
}

interface Definition {
  name: string
}

/** Creates a project and returns functions to save workflows in it. */
export async function openProject(address: string) {
  const at: Caller = { address, token: await signIn(address) }
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await call(at, { method, path, body })
    if (answer.status === undefined || answer.status >= 300) {
      throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    return answer.body
  }
  const project = await ask('POST', '/api/project', { cloned: false, name: 'Triggers' })
  const base = `/api/project/${project.projectId}/workflow`
  const { data } = (await ask('GET', `${base}/nodes`)) as {
    data: { nodeDefinitions: Record<string, Definition[]> }
  }
  const definitions = Object.values(data.nodeDefinitions).flat()
  const nodeOf = (id: string, kind: string, parameters: object) => ({
    id,
    type: 'custom',
    position: { x: 0, y: 0 },
    data: {
      definition: definitions.find(({ name }) => name === kind),
      active: true,
      parameters,
      credentials: {},
      label: id,
      isDisabled: false,
    },
  })
  /** Saves an active workflow of triggers and a pass-through node. */
  const save = async (name: string, triggers: readonly { kind: string; parameters: object }[]) => {
    const ends = { target: 'set', sourceHandle: null, targetHandle: null }
    const saved = await ask('POST', base, {
      name,
      nodes: [
        ...triggers.map(({ kind, parameters }, at) => nodeOf(`start${at}`, kind, parameters)),
        nodeOf('set', 'set', { value: '{{ $in }}' }),
      ],
      connections: triggers.map((_, at) => ({ id: `c${at}`, source: `start${at}`, ...ends })),
      settings: { execution: { concurrency: 20 } },
      active: true,
    })
    return (saved.data as { workflow: Saved }).workflow
  }
  /** Saves an active workflow: each node follows the previous one, or the first one. */
  const saveAll = async (
    name: string,
    {
      nodes,
      follow,
      concurrency = 1_000,
    }: {
      nodes: readonly NodeToSave[]
      follow: 'previous' | 'first'
      concurrency?: number
    },
  ) => {
    const saved = await ask('POST', base, {
      name,
      nodes: nodes.map(({ kind, parameters }, at) => nodeOf(`n${at}`, kind, parameters)),
      connections: nodes.slice(1).map((_, at) => ({
        id: `c${at}`,
        source: `n${follow === 'first' ? 0 : at}`,
        target: `n${at + 1}`,
        sourceHandle: null,
        targetHandle: null,
      })),
      settings: { execution: { concurrency } },
      active: true,
    })
    return (saved.data as { workflow: Saved }).workflow
  }
  return {
    projectId: String(project.projectId),
    save,
    /** A chain of nodes. */
    saveChain: (name: string, nodes: readonly NodeToSave[], concurrency?: number) =>
      saveAll(name, { nodes, follow: 'previous', ...(concurrency ? { concurrency } : {}) }),
    /** A first node, followed by all others in parallel. */
    saveBranches: (name: string, nodes: readonly NodeToSave[]) =>
      saveAll(name, { nodes, follow: 'first' }),
  }
}
