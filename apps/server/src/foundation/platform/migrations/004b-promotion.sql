-- What a deploy is going to bring to production, from the moment it was confirmed until it is current.
create table staged_credential (
  release_id text not null references release (id) on delete cascade,
  id text not null,
  name text not null,
  type text not null,
  data text not null,
  primary key (release_id, id)
);

-- Sealed for production already: a secret is never open in a run.
create table staged_secret (
  release_id text not null,
  credential_id text not null,
  field text not null,
  sealed bytea not null,
  primary key (release_id, credential_id, field),
  foreign key (release_id, credential_id) references staged_credential (release_id, id) on delete cascade
);

-- `credentials` names type and name of each credential it uses: which one that is in production shows at the flip.
create table staged_workflow (
  release_id text not null references release (id) on delete cascade,
  name text not null,
  nodes text not null,
  connections text not null,
  settings text not null,
  active boolean not null,
  credentials text not null,
  primary key (release_id, name)
);
