const SECTION_KEY = 'section'

/** The tabs of a project, in their order. */
export const SECTIONS = ['data', 'ui', 'workflow'] as const
export type ProjectSection = (typeof SECTIONS)[number]
const DEFAULT_SECTION: ProjectSection = 'data'

function isSection(value: string | null): value is ProjectSection {
  return SECTIONS.some((section) => section === value)
}

export function rememberSection(section: ProjectSection) {
  localStorage.setItem(SECTION_KEY, section)
}

/** The address of the section that was last chosen; what is stored may be anything. */
export function sectionPath(projectId: string, stored = localStorage.getItem(SECTION_KEY)): string {
  return `/project/${projectId}/${isSection(stored) ? stored : DEFAULT_SECTION}`
}

/** The section that an address shows, if it is one of the tabs. */
export function sectionOf(pathname: string): ProjectSection | undefined {
  const section = pathname.split('/')[3] ?? null
  return isSection(section) ? section : undefined
}
