-- The words of the mails that verify an address and reset a password. Null: those of the product.
alter table app_sign_in
  add column verify_subject text,
  add column verify_text text,
  add column reset_subject text,
  add column reset_text text;
