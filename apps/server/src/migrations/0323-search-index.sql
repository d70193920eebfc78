-- keepsake: outside a transaction
-- What file names, captions and cameras contain; the expression is that of `photo_search.keys`.
drop index concurrently if exists photos_searched;
create index concurrently photos_searched on photos using gin (
  photo_search_keys(user_id, photo_search_text(file_name || chr(10) || coalesce(caption, '')),
    photo_search_text(coalesce(camera_make || ' ', '') || coalesce(camera_model, ''))));
-- Photos with a caption: exports compare them with those of an earlier one.
drop index concurrently if exists photos_captioned;
create index concurrently photos_captioned on photos (user_id, id) where caption is not null;
