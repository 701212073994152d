-- When a loss was last mailed, whatever was refreshed or connected since: a loss is mailed once a day at most.
alter table credential_connection add column last_loss_mail_at timestamptz;
update credential_connection set last_loss_mail_at = loss_mailed_at where loss_mailed_at is not null;
