export const domainsStrings = {
  text: 'Host names that select this project and an environment, and can call its API from a browser.',
  columns: { domain: 'domain', environment: 'environment' },
  createTitle: 'Create Domain',
  editTitle: 'Edit Domain',
  createText: 'Requests to this host reach the environment you choose.',
  domain: 'Domain',
  placeholder: 'app.example.com',
  hint: 'Host name only: no https://, port or path.',
  deleteTitle: (host: string) => `Delete ${host}?`,
  deleteText:
    'Requests to this host will no longer reach the project, and pages on it can no longer call the API.',
  empty: {
    title: 'No domains yet',
    text: 'With a domain, your app needs no project ID: the host name selects the project and the environment, and pages on it can call the API.',
  },
} as const
