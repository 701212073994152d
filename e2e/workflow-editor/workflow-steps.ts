import type { Locator, Page } from '@playwright/test'
import {
  type Connection,
  createWorkflow,
  getWorkflow,
  listNodeDefinitions,
  type NodeDefinition,
  type WorkflowNode,
} from '@plinth/contract'
import { expect, type Person } from '../harness/fixtures.ts'

/** The server's node definitions by name. */
export async function readKinds(person: Person, projectId: string) {
  const { data } = await person.client.call(listNodeDefinitions, { params: { projectId } })
  const all = Object.values(data.nodeDefinitions).flat()
  return (name: string): NodeDefinition => {
    const found = all.find((definition) => definition.name === name)
    if (!found) throw new Error(`This server has no kind '${name}'`)
    return found
  }
}

interface Drawn {
  label: string
  x: number
  y: number
  parameters?: WorkflowNode['data']['parameters']
}

/** A node as created by the editor; its id is its label. */
export function drawNode(definition: NodeDefinition, drawn: Drawn): WorkflowNode {
  const { label, x, y, parameters = {} } = drawn
  return {
    id: label,
    type: 'custom',
    position: { x, y },
    data: { definition, active: true, parameters, credentials: {}, label, isDisabled: false },
  }
}

export function join(source: string, target: string, handles = ['output', 'input']): Connection {
  const [sourceHandle = null, targetHandle = null] = handles
  return { id: `${source}-${target}`, source, target, sourceHandle, targetHandle }
}

interface Stored {
  name: string
  nodes?: WorkflowNode[]
  connections?: Connection[]
  active?: boolean
  settings?: string
}

/** Saves a workflow over the API. */
export async function giveWorkflow(person: Person, projectId: string, stored: Stored) {
  const { name, nodes = [], connections = [], active = false, settings = '{}' } = stored
  const { data } = await person.client.call(createWorkflow, {
    params: { projectId },
    body: { name, nodes, connections, settings, active },
  })
  return data.workflow.id
}

export async function readWorkflow(person: Person, projectId: string, workflowId: string) {
  const { data } = await person.client.call(getWorkflow, { params: { projectId, workflowId } })
  return data.workflow
}

/** Opens the editor and waits for the palette. */
export async function openEditor(page: Page, projectId: string, workflowId?: string) {
  await page.goto(`/project/${projectId}/workflow/edit${workflowId ? `/${workflowId}` : ''}`)
  await expect(entryOf(page, 'Manual')).toBeVisible()
}

export function entryOf(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true })
}

export function canvasOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Canvas' })
}

export function cardOf(page: Page, label: string): Locator {
  const name = new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')},`)
  return canvasOf(page).getByRole('group', { name })
}

export function lineOf(page: Page, from: string, to: string): Locator {
  return canvasOf(page).getByRole('group', { name: `Connection from ${from} to ${to}` })
}

export async function saveWorkflow(page: Page, says = 'Workflow saved successfully') {
  await page.getByRole('button', { name: 'Save Workflow' }).click()
  await expect(page.getByText(says)).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
}

/** The id in the URL, once the editor has navigated there. */
export async function idInAddress(page: Page): Promise<string> {
  await page.waitForURL(/\/workflow\/edit\/wfl_/)
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}
