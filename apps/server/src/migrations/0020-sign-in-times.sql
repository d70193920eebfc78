-- When the sign-in was made that a session, code, token or finished interaction comes from; null where there was none.
-- What was made before the account's password last changed is refused.
alter table oidc_payloads add column signed_in_at timestamptz;
