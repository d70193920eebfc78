import { PhotosIcon } from './icons.tsx';
import classes from './picture-strip.module.css';

/** Small pictures of what is inside something, or an icon. Decorative, because its name is beside them. */
export function PictureStrip({ pictures }: { pictures: readonly string[] }) {
  return (
    <span className={classes.pictures} aria-hidden="true">
      {pictures.length === 0 && <PhotosIcon size={26} />}
      {pictures.map((url) => (
        <img key={url} src={url} alt="" loading="lazy" />
      ))}
    </span>
  );
}
