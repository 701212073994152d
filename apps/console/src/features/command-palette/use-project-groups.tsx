import { sortColumns, sortTables } from '@plinth/schema'
import { sectionPlace, tablePlace } from '../../state/places.ts'
import { schemaStrings } from '../../state/schema/schema-strings.ts'
import { SECTION_NAMES, sectionsFor } from '../../state/settings-sections.ts'
import type { PaletteGroup } from './rank-entries.ts'
import { commandPaletteStrings as strings } from './strings.ts'
import { usePlaceEntry } from './use-place.tsx'
import type { ShownProject } from './use-shown-project.ts'

/** The tables, fields and settings of a project, which need no request. */
export function useProjectGroups(shown: ShownProject | undefined): readonly PaletteGroup[] {
  const place = usePlaceEntry()
  if (!shown) return []
  const { environment } = shown
  const { id: projectId, name: project, role, configuration, prodConfiguration } = shown.project
  const { tables } =
    environment === 'dev' ? configuration.new_configuration : prodConfiguration.old_configuration
  const sorted = sortTables(tables)
  const at = { projectId, environment }
  const nameOf = ({ name }: { name: string }) => name || schemaStrings.untitledTable
  return [
    {
      title: strings.tables,
      entries: sorted.map((table) =>
        place({
          kind: 'table',
          to: tablePlace({ ...at, tableId: table.id }),
          label: nameOf(table),
          project,
        }),
      ),
    },
    {
      title: strings.fields,
      entries: sorted.flatMap((table) =>
        sortColumns(table.columns)
          .filter(({ name }) => name !== '')
          .map((field) =>
            place(
              {
                kind: 'field',
                to: tablePlace({ ...at, tableId: table.id, fieldId: field.id }),
                label: field.name,
                project,
              },
              { detail: strings.fieldOf(nameOf(table)), words: `${nameOf(table)}.${field.name}` },
            ),
          ),
      ),
    },
    {
      title: strings.settings,
      entries: sectionsFor(role).map((section) =>
        place(
          {
            kind: 'section',
            to: sectionPlace(projectId, section),
            label: SECTION_NAMES[section],
            project,
          },
          { detail: strings.sectionAbout[section], words: strings.settings },
        ),
      ),
    },
  ]
}
