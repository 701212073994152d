-- The token that the last exchange replaced, so that an exchange whose answer was lost can be repeated. The new token is
-- derived from the old one and the salt; neither is stored. All tokens of a session begin alike: by the hash of that
-- beginning a token is recognised that was replaced earlier. Sessions from before have none until their next exchange.
alter table app_session
  add column replaced_hash bytea unique,
  add column replaced_at timestamptz,
  add column exchange_salt bytea,
  add column family_hash bytea unique;
