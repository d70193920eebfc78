-- Captions of photos (ADR 144): columns without a rule that earlier nodes know nothing of. They add photos without captions, and
-- delete such as have one.
alter table photos add column caption text;
-- A photo with a caption that was deleted comes back with it.
alter table recently_deleted_photos add column caption text;

-- What other modules read of photos, as before, and captions.
create or replace view library_photos as
select user_id, id, file_name, bytes, crc32, sha256, object_key, is_damaged, thumbnail_state, created_at, taken_at, created_order,
  taken_order, name_order, ratio, is_ordered, is_favourite, corrected_to, recorded_taken_at, caption
from photos;

-- Searching (ADR 143). Texts are compared without case, accents and ligatures, by the same rule on every machine: no collation but
-- "C", and letters beyond ASCII by this list. What calls other functions here would not find them while an index is made.
create function photo_search_text(words text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(words) = length(words) then
    return lower(words collate "C");
  end if;
  return replace(translate(
    lower(regexp_replace(normalize(words, NFKD), U&'[\0300-\036F]', '', 'g') collate "C"),
    'ÆØŁĐÞÐŒΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ',
    'æøłđþðœαβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюя'), 'ß', 'ss');
end $$;

-- Three letters at a time of such a text, and the first three of each word of a camera, each with its customer: so an index finds
-- what a text contains, and never meets the photos of others.
create function photo_search_keys(customer uuid, words text, camera text) returns bigint[]
language plpgsql immutable strict parallel safe as $$
declare
  seed constant bigint := uuid_hash_extended(customer, 0);
  keys bigint[] := '{}';
  word text;
begin
  for place in 1 .. length(words) - 2 loop
    keys := keys || hashtextextended(substr(words, place, 3), seed);
  end loop;
  foreach word in array string_to_array(camera, ' ') loop
    keys := keys || hashtextextended('^' || left(word, 3), seed);
  end loop;
  return keys;
end $$;

-- What searching reads of photos: file name and caption as `words`, make and model as `camera`.
create view photo_search as
select user_id, id, taken_order, name_order, ratio, is_ordered, is_favourite,
  photo_search_text(file_name || chr(10) || coalesce(caption, '')) as words,
  photo_search_text(coalesce(camera_make || ' ', '') || coalesce(camera_model, '')) as camera,
  photo_search_keys(user_id, photo_search_text(file_name || chr(10) || coalesce(caption, '')),
    photo_search_text(coalesce(camera_make || ' ', '') || coalesce(camera_model, ''))) as keys
from photos;
