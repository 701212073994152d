const SECTION_KEY = 'section'

/** The tabs of a project, in their order. */
export const SECTIONS = ['data', 'ui', 'workflow', 'sql'] as const
export type ProjectSection = (typeof SECTIONS)[number]
const DEFAULT_SECTION: ProjectSection = 'data'

function isSection(value: string | null): value is ProjectSection {
  return SECTIONS.some((section) => section === value)
}

export function rememberSection(section: ProjectSection) {
  localStorage.setItem(SECTION_KEY, section)
}

/** The path of the last chosen section; the stored value may be invalid. */
export function sectionPath(projectId: string, stored = localStorage.getItem(SECTION_KEY)): string {
  return `/project/${projectId}/${isSection(stored) ? stored : DEFAULT_SECTION}`
}

/** The section of a path; undefined if it is not a tab. */
export function sectionOf(pathname: string): ProjectSection | undefined {
  const section = pathname.split('/')[3] ?? null
  return isSection(section) ? section : undefined
}
