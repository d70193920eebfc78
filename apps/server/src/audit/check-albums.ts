/** What an audit asks of albums: a query gives one line, `example`, of everything that is wrong. */
export const ALBUM_CHECKS = [
  {
    what: 'albums whose stored count differs from the number of their photos',
    query: `select format('album %s of %s: %s kept, %s photos', id, albums.user_id, photos_count, coalesce(photos, 0))
        as example
      from albums left join (
        select user_id, album_id, count(*) as photos from album_photos group by user_id, album_id
      ) as counted on counted.user_id = albums.user_id and counted.album_id = albums.id
      where photos_count <> coalesce(photos, 0)`,
  },
  {
    what: 'photos in albums that do not exist',
    query: `select format('photo %s in album %s of %s', photo_id, album_id, user_id) as example from album_photos as entry
      where not exists (select from albums where albums.user_id = entry.user_id and albums.id = entry.album_id)`,
  },
  {
    what: 'album entries whose photo does not exist or has other dates',
    query: `select format('photo %s of %s in album %s', photo_id, photo_owner_id, album_id) as example
      from album_photos as entry left join photos on photos.user_id = photo_owner_id and photos.id = photo_id
      where photos.id is null or (entry.taken_order, entry.created_order, entry.ratio) is distinct from
        (photos.taken_order, photos.created_order, photos.ratio)`,
  },
  {
    what: 'photos in albums that their owner cannot see',
    query: `select format('photo %s of %s in album %s of %s', photo_id, photo_owner_id, album_id, entry.user_id) as example
      from album_photos as entry where photo_owner_id <> entry.user_id and not exists (
        select from shared_album_grants as granted where granted.user_id = photo_owner_id
          and owner_id = entry.user_id and granted.album_id = entry.album_id)`,
  },
  {
    what: 'rights to see albums that do not exist or are not shared',
    query: `select format('album %s of %s for %s', album_id, owner_id, granted.user_id) as example
      from shared_album_grants as granted where not exists (
        select from albums where albums.user_id = owner_id and albums.id = album_id and is_shared)`,
  },
  {
    what: 'shared albums that nobody else can see',
    query: `select format('album %s of %s', id, user_id) as example from albums
      where is_shared and not exists (
        select from shared_album_grants where owner_id = albums.user_id and album_id = albums.id)`,
  },
];
