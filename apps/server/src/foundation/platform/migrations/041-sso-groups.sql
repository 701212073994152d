-- Groups of the identity provider. The claim that names them is used while the settings name no provider.
create table sso_group_policy (
  organisation_id text primary key references organisation (id) on delete cascade,
  claim text not null,
  revision integer not null default 1,
  updated_at timestamptz not null default now()
);

-- What people of a group are in a project.
create table sso_group_rule (
  organisation_id text not null references organisation (id) on delete cascade,
  group_name text not null,
  project_id text not null references project (id) on delete cascade,
  role text not null check (role in ('owner', 'developer')),
  primary key (organisation_id, group_name, project_id)
);
create index sso_group_rule_project on sso_group_rule (project_id);

-- Rights that a group gave. Groups change and take these only.
alter table membership add column from_group boolean not null default false;
alter table staff add column admin_from_group boolean not null default false;

-- When the ID token was issued whose groups count: a sign-in that ends late must not bring old ones back.
alter table staff_identity add column groups_at timestamptz;

-- Logout tokens that were used, until they expire. A sign-in that began before cannot open a session that they ended.
create table sso_logout_token (
  -- Of the issuer and the id of the token.
  token_hash bytea primary key,
  issuer text not null,
  subject text,
  sid text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sso_logout_token_expiry on sso_logout_token (expires_at);
