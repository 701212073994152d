import type { RunDetail } from '@plinth/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { RunPanel } from './run-panel.tsx'

const RUN: RunDetail = {
  id: 'run_1',
  workflowId: 'wf_1',
  workflowName: 'Orders',
  version: 3,
  environment: 'dev',
  status: 'succeeded',
  trigger: 'row',
  createdOn: '2026-01-01T00:00:00.000Z',
  startedOn: '2026-01-01T00:00:00.000Z',
  endedOn: '2026-01-01T00:00:01.000Z',
  error: null,
  replayOf: null,
  startedBy: null,
  nodes: [],
  result: null,
  graph: { nodes: [], wires: [], starts: [] },
  payload: null,
  replayFrom: null,
  traceId: null,
}

const show = (run: Partial<RunDetail>) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <RunPanel run={{ ...RUN, ...run }} projectId="prj_1" />
    </MemoryRouter>,
  )

test('shows the trace of a run and a button that copies it', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const shown = show({ traceId })
  expect(shown).toContain('Trace ID')
  expect(shown).toContain(`>${traceId}</span>`)
  expect(shown).toContain('aria-label="Copy trace ID"')
})

test('a run without a trace shows no trace', () => {
  const shown = show({})
  expect(shown).toContain('Duration')
  expect(shown).not.toContain('Trace ID')
})
