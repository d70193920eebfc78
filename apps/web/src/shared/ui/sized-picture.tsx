import type { Thumbnail } from '@keepsake/contracts/library/photos';
import { BREAKPOINTS } from '@keepsake/contracts/platform/limits';
import { type ReactNode, useEffect, useState } from 'react';
import { useIsMobile } from '../layout.ts';
import { savesData } from '../saves-data.ts';

type Props = {
  thumbnails: readonly Thumbnail[];
  /** Display widths, as CSS lengths. */
  widths: { phone: string; desk: string };
  /** Shown while there is no thumbnail. */
  fallback: ReactNode;
};

/** Time for a slow network to load the other small pictures first, in milliseconds. */
const SHARP_AFTER_MS = 1_500;

/**
 * A thumbnail of the size in which it is shown. Below the large breakpoint the small one comes first, as in the grid [PHO-05],
 * and the sharp one shortly after, unless the browser is set to save data.
 */
export function SizedPicture({ thumbnails, widths, fallback }: Props) {
  const isMobile = useIsMobile();
  const [isSeen, setSeen] = useState(false);
  const [mayBeSharp, setMayBeSharp] = useState(!isMobile);
  useEffect(() => {
    if (!isSeen || savesData()) return;
    const timer = setTimeout(() => setMayBeSharp(true), SHARP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isSeen]);
  const sources = thumbnails.filter(({ id }) => id <= 800).toSorted((a, b) => a.id - b.id);
  const [smallest] = sources;
  if (!smallest) return fallback;
  const choice = mayBeSharp && {
    srcSet: sources.map(({ url, width, id }) => `${url} ${width ?? id}w`).join(', '),
    sizes: `(width < ${BREAKPOINTS.medium}px) ${widths.phone}, ${widths.desk}`,
  };
  return (
    <img src={smallest.url} {...choice} alt="" loading="lazy" decoding="async" onLoad={() => setSeen(true)} />
  );
}
