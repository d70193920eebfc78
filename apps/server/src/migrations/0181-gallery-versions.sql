-- What was approved, as a digest of everything that the entry shows (ADR 88). Entries approved before are reviewed once more,
-- because nothing tells whether they still show what the operator saw.
alter table gallery_entries add column shown_version text;
update gallery_entries set state = 'offered', decided_at = null, decided_by = null where state = 'shown';
