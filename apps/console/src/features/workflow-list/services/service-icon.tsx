import {
  SiAirtable,
  SiAsana,
  SiDiscord,
  SiGithub,
  SiGoogle,
  SiHubspot,
  SiJira,
  SiNotion,
  SiZoom,
} from '@icons-pack/react-simple-icons'
import { Cloud, Hash, KeyRound, Users } from 'lucide-react'
import type { ComponentType } from 'react'

/** Brand icon where its licence allows, otherwise one for the purpose. */
const ICONS = new Map<string, ComponentType>([
  ['airtable', SiAirtable],
  ['asana', SiAsana],
  ['atlassian', SiJira],
  ['discord', SiDiscord],
  ['github', SiGithub],
  ['google', SiGoogle],
  ['hubspot', SiHubspot],
  ['microsoft', Cloud],
  ['notion', SiNotion],
  ['salesforce', Users],
  ['slack', Hash],
  ['zoom', SiZoom],
])

/** The icon of a service of the catalogue. */
export function ServiceIcon({ service }: { service: string }) {
  const Icon = ICONS.get(service) ?? KeyRound
  return <Icon />
}
