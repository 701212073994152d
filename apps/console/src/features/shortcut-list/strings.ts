import { GO_KEYS } from '../../state/go-keys.ts'
import { modKey } from '../../ui/primitives/kbd.tsx'

export const shortcutListStrings = {
  title: 'Keyboard shortcuts',
  groups: [
    {
      title: 'Everywhere',
      shortcuts: [
        { keys: modKey('K'), act: 'Search or jump to…' },
        { keys: '?', act: 'Show this list' },
        { keys: 'Esc', act: 'Close the open dialog or menu' },
      ],
    },
    {
      title: 'Go to',
      shortcuts: [
        { keys: GO_KEYS.data.shown, act: 'Data' },
        { keys: GO_KEYS.ui.shown, act: 'UI' },
        { keys: GO_KEYS.workflow.shown, act: 'Workflow' },
        { keys: GO_KEYS.sql.shown, act: 'SQL' },
        { keys: GO_KEYS.settings.shown, act: 'Settings' },
        { keys: GO_KEYS.home.shown, act: 'All projects' },
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
    {
      title: 'Tables',
      shortcuts: [
        { keys: 'F2', act: 'Edit the focused table' },
        { keys: 'Del', act: 'Delete the focused table' },
        { keys: 'Alt ↑ / ↓', act: 'Move the focused table' },
        { keys: modKey('Z'), act: 'Undo (with Shift: redo)' },
        { keys: modKey('S'), act: 'Save Configuration' },
      ],
    },
    {
      title: 'Rows',
      shortcuts: [
        { keys: 'Enter or F2', act: 'Edit the cell' },
        { keys: 'Tab', act: 'Next cell (with Shift: previous cell)' },
        { keys: 'Esc Tab', act: 'Leave the grid' },
        { keys: 'Del', act: 'Clear the selected cells' },
        { keys: 'Space', act: 'Open the row' },
        { keys: 'Alt Enter', act: 'Peek at the related row' },
        { keys: 'Shift F10', act: 'Open the menu of the cell' },
        { keys: modKey('Enter'), act: 'Add a row' },
        { keys: modKey('Del'), act: 'Delete the selected rows' },
        { keys: modKey('D'), act: 'Fill down' },
        { keys: modKey('G'), act: 'Go to a row' },
        { keys: modKey('Z'), act: 'Undo (with Shift: redo)' },
        { keys: modKey('S'), act: 'Save the changed rows' },
      ],
    },
    {
      title: 'Workflow editor',
      shortcuts: [
        { keys: 'N or /', act: 'Add a node' },
        { keys: 'S', act: 'Add a note' },
        { keys: 'F', act: 'Find a node' },
        { keys: 'F2', act: 'Rename the selected node' },
        { keys: 'D', act: 'Activate or deactivate the selected nodes' },
        { keys: 'Shift F10', act: 'Open the menu of the node, connection or canvas' },
        { keys: modKey('C / V / D'), act: 'Copy, paste, duplicate nodes' },
        { keys: 'Del', act: 'Delete the selection' },
        { keys: modKey('Z'), act: 'Undo (with Shift: redo)' },
        { keys: 'T', act: 'Tidy up' },
        { keys: '1', act: 'Fit the view' },
        { keys: modKey('S'), act: 'Save' },
        { keys: modKey('Enter'), act: 'Execute' },
      ],
    },
  ],
} as const
