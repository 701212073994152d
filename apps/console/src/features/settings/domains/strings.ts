export const domainsStrings = {
  text: 'Host names that choose this project and an environment, and may call it from a browser.',
  columns: { domain: 'domain', environment: 'environment' },
  createTitle: 'Create Domain',
  editTitle: 'Edit Domain',
  createText: 'Requests to this host reach the environment you choose.',
  domain: 'Domain',
  placeholder: 'app.example.com',
  hint: 'The host name alone: no https://, no port, no path.',
  deleteTitle: (host: string) => `Delete ${host}?`,
  deleteText:
    'Requests to this host no longer reach the project, and browsers there may no longer call it.',
  empty: {
    title: 'No domains yet',
    text: 'With a domain your app needs no project id: its host name chooses the project and the environment, and browsers there may call it.',
  },
} as const
