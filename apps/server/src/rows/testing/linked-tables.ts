const text = (id: string, name: string) => ({ id, name, type: 'text' })
const relation = (id: string, name: string, options: object) => ({
  id,
  name,
  type: 'relation',
  options,
})
const everybody = { list: 'true', view: 'true', create: 'true', update: 'true', delete: 'true' }
const OPEN_OR_OWN = 'isOpen = true || owner = @request.auth.id'
const back = (tableId: string, columnId: string, backColumnName: string) => ({
  tableId,
  columnId,
  backColumnName,
})
const MANY = { hasMultiple: true, isParent: true }
const BOTH = { hasMultiple: true, hasMultipleBack: true }

/** Public topics and restricted notes, linked by every kind of relation. */
export const LINKED_TABLES = [
  {
    id: 'users',
    name: 'user',
    type: 'Auth',
    rules: { ...everybody, list: '' },
    columns: [
      { id: 'u_mail', name: 'email', type: 'email', options: { isUnique: true, isRequired: true } },
      { ...text('u_pass', 'password'), options: { isHashed: true, isRequired: true } },
      { id: 'u_ok', name: 'verified', type: 'checkbox' },
      text('u_role', 'role'),
      relation('u_notes', 'notes', { ...back('notes', 'n_reader', 'reader'), ...MANY }),
    ],
  },
  {
    id: 'topics',
    name: 'topic',
    rules: { ...everybody, update: 'labels:length <= 3' },
    columns: [
      text('t_name', 'name'),
      relation('t_notes', 'notes', { ...back('notes', 'n_topic', 'topic'), ...MANY }),
      relation('t_labels', 'labels', {
        ...back('notes', 'n_labels', 'labelled'),
        ...BOTH,
        isParent: true,
      }),
      relation('t_lead', 'lead', { ...back('notes', 'n_leads', 'leads'), hasMultipleBack: true }),
      relation('t_twin', 'twin', back('notes', 'n_twin', 'twinOf')),
      relation('t_memos', 'memos', { ...back('memos', 'm_topic', 'topic'), ...MANY }),
    ],
  },
  {
    id: 'notes',
    name: 'note',
    rules: { ...everybody, list: OPEN_OR_OWN, view: OPEN_OR_OWN },
    columns: [
      { id: 'n_open', name: 'isOpen', type: 'checkbox' },
      text('n_owner', 'owner'),
      relation('n_topic', 'topic', {
        ...back('topics', 't_notes', 'notes'),
        hasMultipleBack: true,
      }),
      relation('n_labels', 'labelled', { ...back('topics', 't_labels', 'labels'), ...BOTH }),
      relation('n_leads', 'leads', { ...back('topics', 't_lead', 'lead'), ...MANY }),
      relation('n_twin', 'twinOf', { ...back('topics', 't_twin', 'twin'), isParent: true }),
      relation('n_reader', 'reader', {
        ...back('users', 'u_notes', 'notes'),
        hasMultipleBack: true,
      }),
    ],
  },
  {
    id: 'memos',
    name: 'memo',
    rules: { ...everybody, list: '', view: '@request.auth.role = "editor"' },
    columns: [
      relation('m_topic', 'topic', {
        ...back('topics', 't_memos', 'memos'),
        hasMultipleBack: true,
      }),
    ],
  },
]
