-- Photos have names with an extension of their content, as new ones get it from photoFileName (uploads/rules.ts).
update photos set file_name = case
    when regexp_replace(file_name, '(?<=.)\.[a-z][a-z0-9]{1,4}$', '', 'i') ~* pattern
      then regexp_replace(file_name, '(?<=.)\.[a-z][a-z0-9]{1,4}$', '', 'i')
    else regexp_replace(file_name, '(?<=.)\.[a-z][a-z0-9]{1,4}$', '', 'i') || extension
  end
from (
  values ('jpeg', '\.(jpg|jpeg|jpe|jfif)$', '.jpg'), ('png', '\.png$', '.png'), ('heic', '\.(heic|heif|hif)$', '.heic')
) as formats (name, pattern, extension)
where formats.name = photos.format and photos.file_name !~* pattern;
