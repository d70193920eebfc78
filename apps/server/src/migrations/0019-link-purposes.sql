-- Purposes of mailed links are listed in code, where modules add theirs, so that a new one needs no migration.
alter table identity_tokens drop constraint identity_tokens_purpose_check;
