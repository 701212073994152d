-- Whether the server that holds the key may name the address of the visitor it calls for.
alter table api_key add column can_name_visitors boolean not null default false;
