import { modKey } from '../../ui/mod-key.ts'

export const strings = {
  title: 'Keyboard shortcuts',
  groups: [
    {
      title: 'Everywhere',
      shortcuts: [
        { keys: modKey('K'), act: 'Search or jump to…' },
        { keys: '?', act: 'Show this list' },
        { keys: 'Esc', act: 'Close what is open' },
      ],
    },
    {
      title: 'Projects',
      shortcuts: [
        { keys: 'N', act: 'New project' },
        { keys: '/', act: 'Find a project' },
        { keys: 'Enter', act: 'Open the focused project' },
      ],
    },
  ],
} as const
