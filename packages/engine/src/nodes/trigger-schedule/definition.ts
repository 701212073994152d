import type { NodeDefinition } from '@plinth/contract'
import { STARTS_A_RUN } from '../parts/connections.ts'
import { choice, group, text } from '../parts/properties.ts'

export const triggerSchedule: NodeDefinition = {
  name: 'trigger-schedule',
  display_name: 'Schedule',
  description: 'Starts at set times',
  category: 'Triggers',
  input_schemas: {
    default: group({
      cron: text('When (cron)', { placeholder: '0 9 * * 1-5', editor: 'schedule' }),
      timezone: text('Time zone', { default: 'UTC', placeholder: 'Europe/Berlin' }),
      missed: choice('Missed times', {
        once: 'Run once, as soon as possible',
        skip: 'Skip them',
        all: 'Run all of them, at most 100',
      }),
    }),
  },
  connection_config: STARTS_A_RUN,
}
