import { type Template, text } from './template.ts'

export const logFailures: Template = {
  name: 'Log failed workflows',
  description: 'Writes a row for each run of another workflow that fails.',
  tables: [
    {
      name: 'failures',
      columns: [text('workflow'), text('node'), text('message', 10_000), text('runId')],
    },
  ],
  nodes: [
    {
      id: 'failed',
      kind: 'trigger-error',
      label: 'A workflow failed',
      x: 40,
      y: 40,
      parameters: {},
    },
    {
      id: 'log',
      kind: 'database',
      label: 'Log it',
      x: 440,
      y: 40,
      parameters: {
        action: 'create',
        table: 'failures',
        row: '{ "workflow": "{{ $in.run.workflowName }}", "node": "{{ $in.error.node }}", "message": "{{ $in.error.message }}", "runId": "{{ $in.run.id }}" }',
      },
    },
  ],
  sample: {
    run: {
      id: 'run_00000000000000000000000000',
      workflowId: 'wfl_00000000000000000000000000',
      workflowName: 'Send invoices',
      version: 1,
      trigger: 'schedule',
      startedOn: null,
    },
    error: { node: 'Send', message: 'The host could not be found.' },
  },
}
