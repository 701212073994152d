import type { NodeDefinition } from '@plinth/contract'
import { handles } from '../parts/connections.ts'
import { choice, group, json, number, prose, script, text } from '../parts/properties.ts'

export const approval: NodeDefinition = {
  name: 'approval',
  display_name: 'Approval',
  description: 'Waits for a decision',
  category: 'Flow',
  input_schemas: {
    default: group({
      title: text('Title', { placeholder: 'Refund for {{ $in.customer }}' }),
      details: prose('Details', { height: 120 }),
      approvers: text('Who decides', {
        placeholder: 'ada@example.com, role:owner, link:bob@client.com',
      }),
      mode: choice('How many', {
        any: 'One of them',
        all: 'All of them',
        quorum: 'A number of them',
      }),
      quorum: number('Number', {
        min: 1,
        default: 2,
        shown_when: { parameter: 'mode', values: ['quorum'] },
      }),
      fields: json('Form', { default: '[]', height: 120, editor: 'form-fields' }),
      bulk: choice('Several at once', {
        no: 'Each is opened',
        yes: 'Approvers may select several',
      }),
      app_rule: script('Rule for app users', 'rule', {
        placeholder: '@request.auth.role = "manager"',
        height: 60,
      }),
    }),
    deadline: group({
      deadline: number('Deadline', { min: 0, default: 7 }),
      unit: choice('Unit', {
        days: 'Days',
        hours: 'Hours',
        minutes: 'Minutes',
        seconds: 'Seconds',
      }),
      escalate_to: text('Then ask', { placeholder: 'empty: the approval expires' }),
      reminder: number('Reminder after', { min: 0, default: 0 }),
    }),
  },
  connection_config: handles(['input'], ['approved', 'rejected', 'expired']),
}
