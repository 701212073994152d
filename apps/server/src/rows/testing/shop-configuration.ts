import { Configuration } from '@plinth/contract'

const any = { min: null, max: null }

/** A table with every type of column and relation. */
export const SHOP: Configuration = Configuration.parse({
  tables: [
    {
      id: 'tb_item',
      name: 'item',
      columns: [
        { id: 'c_text', name: 'text', type: 'text', options: any },
        { id: 'c_mail', name: 'mail', type: 'email' },
        { id: 'c_link', name: 'link', type: 'url' },
        { id: 'c_phone', name: 'phone', type: 'phoneNumber' },
        { id: 'c_whole', name: 'whole', type: 'number' },
        { id: 'c_part', name: 'part', type: 'number', options: { hasDecimal: true } },
        { id: 'c_flag', name: 'flag', type: 'checkbox' },
        {
          id: 'c_pick',
          name: 'pick',
          type: 'select',
          options: { selectOptions: ['a', 'B', '😀'] },
        },
        {
          id: 'c_picks',
          name: 'picks',
          type: 'select',
          options: { selectOptions: ['a', 'b', 'it’s "x"'], hasMultiple: true },
        },
        { id: 'c_date', name: 'date', type: 'date' },
        { id: 'c_json', name: 'json', type: 'json', options: { nesting: 63 } },
        { id: 'c_image', name: 'image', type: 'image' },
        { id: 'c_files', name: 'files', type: 'file', options: { hasMultiple: true } },
        { id: 'c_secret', name: 'secret', type: 'text', options: { isHidden: true } },
        { id: 'c_pin', name: 'pin', type: 'text', options: { isHashed: true } },
        {
          id: 'c_shelf',
          name: 'shelf',
          type: 'relation',
          options: { tableId: 'tb_shelf', columnId: 'c_items', hasMultipleBack: true },
        },
        {
          id: 'c_labels',
          name: 'labels',
          type: 'relation',
          options: {
            tableId: 'tb_label',
            columnId: 'c_items',
            hasMultiple: true,
            hasMultipleBack: true,
            isParent: true,
          },
        },
        {
          id: 'c_card',
          name: 'card',
          type: 'relation',
          options: { tableId: 'tb_card', columnId: 'c_item', isParent: true },
        },
      ],
    },
    {
      id: 'tb_shelf',
      name: 'shelf',
      columns: [
        { id: 'c_name', name: 'name', type: 'text' },
        {
          id: 'c_items',
          name: 'items',
          type: 'relation',
          options: { tableId: 'tb_item', columnId: 'c_shelf', hasMultiple: true, isParent: true },
        },
      ],
    },
    {
      id: 'tb_label',
      name: 'label',
      columns: [
        { id: 'c_name', name: 'name', type: 'text' },
        {
          id: 'c_items',
          name: 'items',
          type: 'relation',
          options: {
            tableId: 'tb_item',
            columnId: 'c_labels',
            hasMultiple: true,
            hasMultipleBack: true,
          },
        },
      ],
    },
    {
      id: 'tb_card',
      name: 'card',
      columns: [
        { id: 'c_code', name: 'code', type: 'text' },
        {
          id: 'c_item',
          name: 'item',
          type: 'relation',
          options: { tableId: 'tb_item', columnId: 'c_card' },
        },
      ],
    },
  ],
})
