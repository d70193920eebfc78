import type { Album } from '@keepsake/contracts/library/albums';
import { AlbumIcon } from '#/shared/ui/icons.tsx';
import { SizedPicture } from '#/shared/ui/sized-picture.tsx';

type Props = {
  photo: Album['coverPhoto'];
  /** Sides of the square that it fills, as CSS lengths. */
  square: { phone: string; desk: string };
  /** Of the icon shown instead, in pixels. */
  iconSize: number;
};

/** The cover of an album, or an icon [ALB-02, ALB-03]. */
export function AlbumCover({ photo, square, iconSize }: Props) {
  // A picture fills the square by its shorter side.
  const times = Math.max(ratioOf(photo), 1).toFixed(2);
  const widthOf = (side: string) => `calc(${side} * ${times})`;
  return (
    <SizedPicture
      thumbnails={photo?.thumbnails ?? []}
      widths={{ phone: widthOf(square.phone), desk: widthOf(square.desk) }}
      fallback={<AlbumIcon size={iconSize} />}
    />
  );
}

/** Width by height; 4 by 3 until it is known. */
function ratioOf(photo: Album['coverPhoto']): number {
  const { visibleWidth, visibleHeight } = photo ?? {};
  return visibleWidth && visibleHeight ? visibleWidth / visibleHeight : 4 / 3;
}
