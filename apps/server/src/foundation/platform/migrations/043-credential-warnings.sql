-- Warnings before and after the end of an OAuth2 connection.
alter table credential_connection
  -- When no new access token can be had any more, if the service has said so.
  add column authorization_ends_at timestamptz,
  -- From then on the end is announced; null for authorizations that last no longer than the warning time.
  add column warn_at timestamptz,
  -- The end that was announced, so that it is mailed once.
  add column warned_end timestamptz,
  -- When the loss of the access was mailed.
  add column loss_mailed_at timestamptz;

-- Without a refresh token the authorization of a person ends with the access token.
update credential_connection set authorization_ends_at = expires_at
  where refresh_token is null and access_token is not null and connected_by is not null;
-- What was lost before this release is shown in the list, and not mailed.
update credential_connection set loss_mailed_at = now()
  where refused_at is not null or authorization_ends_at <= now();

create index credential_connection_warning on credential_connection (warn_at) where warn_at is not null;
create index credential_connection_end on credential_connection (authorization_ends_at)
  where loss_mailed_at is null;
create index credential_connection_refused on credential_connection (refused_at)
  where refused_at is not null and loss_mailed_at is null;
