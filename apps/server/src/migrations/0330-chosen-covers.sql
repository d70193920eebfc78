-- The photo that an album's owner chose as its cover (ADR 145); it is the cover while the album holds it. A column without a rule:
-- earlier nodes know nothing of it, and show the photo added last.
alter table albums add column chosen_cover_id uuid;
