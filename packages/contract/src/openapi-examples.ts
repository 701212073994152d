const ROW = {
  id: '0199a1d2-7c00-7000-8000-000000000001',
  createdOn: '2026-01-31T08:00:00.000Z',
  updatedOn: '2026-01-31T08:00:00.000Z',
  title: 'Milk',
}
const FILE = { fileName: 'paper.txt', fileSize: 7, fileType: 'text/plain' }
const KEY = 'prj_01m7gtx6xpe4ev8fjprkj3gyda/papers/paper/4fT0o2.txt'
const ACCOUNT = { email: 'ada@example.com', password: 'a long password' }
const SESSION = {
  token: `plu_${'x'.repeat(43)}`,
  expiresOn: '2026-02-07T08:00:00.000Z',
  user: { ...ROW, title: undefined, email: ACCOUNT.email },
}
const ENVIRONMENT = 'env_01m7gtx6xpe4ev8fjprkj3gydb'
const ORIGINS = { origins: ['https://app.example.com'], allowsLocal: true }

/** Examples of the calls that apps make, by endpoint; lint checks them against the schemas. */
export const EXAMPLES: Readonly<Record<string, { body?: unknown; answer?: unknown }>> = {
  listRows: {
    answer: { data: [ROW], page: 1, limit: 20, total: 1, hasMore: false, cursor: null },
  },
  getRow: { answer: { data: ROW } },
  createRow: { body: { title: 'Milk' }, answer: { data: ROW } },
  updateRow: { body: { title: 'Milk' }, answer: { data: ROW } },
  updateRows: { body: [{ id: ROW.id, title: 'Milk' }], answer: { data: [ROW] } },
  deleteRow: { answer: {} },
  deleteRows: { body: [ROW.id], answer: {} },
  signUpUser: { body: ACCOUNT, answer: SESSION },
  signInUser: { body: ACCOUNT, answer: SESSION },
  refreshUser: { answer: { token: SESSION.token, expiresOn: SESSION.expiresOn } },
  requestUpload: {
    body: { tableName: 'papers', columnName: 'paper', files: [FILE] },
    answer: { urls: [`https://plinth.example.org/files/${KEY}?sig=…`] },
  },
  getFileLinks: {
    body: {
      tableName: 'papers',
      columnName: 'paper',
      want: 'download',
      files: [{ rowId: ROW.id, fileKey: KEY }],
    },
    answer: {
      links: [
        { fileKey: KEY, url: `https://plinth.example.org/files/${KEY}?sig=…`, isWaiting: false },
      ],
    },
  },
  saveOrigins: {
    body: { environmentId: ENVIRONMENT, ...ORIGINS },
    answer: {
      data: { environmentId: ENVIRONMENT, environment: 'dev', ...ORIGINS, revision: 1 },
    },
  },
}

/** Every error has this shape. */
export const ERROR_EXAMPLE = {
  error: {
    code: 'invalid',
    message: 'title: is missing',
    details: [{ path: 'title', message: 'is missing' }],
    requestId: '6f1f5f4e-1b5c-4a53-9d39-5d5b3c1f0c11',
  },
}
